// SPDX-License-Identifier: MIT
/*
 * rating.c: Glicko-2. The steps are numbered as in the publication, and so are the names: mu and
 * phi are rating and deviation on its inner scale, sigma is the volatility, tau the system
 * constant.
 */
#include "store/rating.h"

#include <math.h>

static const double scale = 173.7178, middle = 1500, tau = 0.5;
/* The deviation of somebody unknown; more than that cannot be known less. */
static const double deviation_max = 350;

const struct rating rating_first = {1500, 350, 0.06};

static double g(double phi)
{
    const double pi = 3.14159265358979323846;

    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expected(double mu, double other_mu, double other_phi)
{
    return 1 / (1 + exp(-g(other_phi) * (mu - other_mu)));
}

/* The function of step 5 whose zero is wanted. */
static double f(double x, double delta, double phi, double v, double a)
{
    double e = exp(x), sum = phi * phi + v + e;

    return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
}

/* Step 5: the new volatility, by the Illinois way of regula falsi. */
static double volatility_after(double sigma, double delta, double phi, double v)
{
    const double epsilon = 1e-6;
    double a = log(sigma * sigma), low = a, high, f_low, f_high;

    if (delta * delta > phi * phi + v) {
        high = log(delta * delta - phi * phi - v);
    } else {
        high = a - tau;
        while (f(high, delta, phi, v, a) < 0)
            high -= tau;
    }
    f_low = f(low, delta, phi, v, a);
    f_high = f(high, delta, phi, v, a);
    /* It closes in within a dozen turns; the bound is for values that were tampered with. */
    for (int turn = 0; fabs(high - low) > epsilon && turn < 100; turn++) {
        double next = low + (low - high) * f_low / (f_high - f_low);
        double f_next = f(next, delta, phi, v, a);

        if (f_next * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = next;
        f_high = f_next;
    }
    return exp(low / 2);
}

struct rating rating_after(const struct rating *before, const struct rating_game *games,
                           size_t count)
{
    double mu = (before->rating - middle) / scale, phi = before->deviation / scale; /* step 2 */
    double information = 0, gain = 0, sigma = before->volatility;
    struct rating after;

    for (size_t i = 0; i < count; i++) { /* steps 3 and 4 */
        double other_mu = (games[i].opponent.rating - middle) / scale;
        double other_phi = games[i].opponent.deviation / scale;
        double e = expected(mu, other_mu, other_phi), weight = g(other_phi);

        information += weight * weight * e * (1 - e);
        gain += weight * (games[i].score - e);
    }
    if (information > 0)
        sigma = volatility_after(sigma, gain / information, phi, 1 / information);
    phi = sqrt(phi * phi + sigma * sigma);         /* step 6 */
    phi = 1 / sqrt(1 / (phi * phi) + information); /* step 7 */
    mu += phi * phi * gain;
    after.rating = scale * mu + middle; /* step 8 */
    after.deviation = fmin(scale * phi, deviation_max);
    after.volatility = sigma;
    return after;
}
