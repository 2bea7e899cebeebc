// SPDX-License-Identifier: MIT
/*
 * report.c: the arithmetic of a simulation's result, and its page.
 *
 * The page is one file that needs nothing from elsewhere and runs no script: plots are inline SVG,
 * every number in them stands in a table as well, and colours follow the reader's light or dark
 * setting without carrying any meaning alone. It is built in memory and written all or nothing.
 */
#define _POSIX_C_SOURCE 200809L

#include "tools/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files/file.h"

/* ---- Numbers ---- */

static void add_counts(uint64_t *sum, const uint64_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] += more[i];
}

void tally_add(struct sim_tally *sum, const struct sim_tally *more)
{
    sum->finished += more->finished;
    sum->unfinished += more->unfinished;
    sum->undecided += more->undecided;
    sum->refusals += more->refusals;
    sum->dead_ends += more->dead_ends;
    sum->commands += more->commands;
    sum->rounds += more->rounds;
    add_counts(sum->wins, more->wins, HC_SEATS_MAX);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        sum->points[s] += more->points[s];
    add_counts(sum->by_commands, more->by_commands, SIM_LENGTH_MAX + 1);
    add_counts(sum->by_rounds, more->by_rounds, SIM_LENGTH_MAX + 1);
    if (more->trouble_match && (!sum->trouble_match || more->trouble_match < sum->trouble_match)) {
        sum->trouble_match = more->trouble_match;
        memcpy(sum->trouble, more->trouble, sizeof sum->trouble);
    }
}

static uint64_t count_all(const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    uint64_t all = 0;

    for (unsigned i = 0; i <= SIM_LENGTH_MAX; i++)
        all += counts[i];
    return all;
}

/* The least value that at least `percent` of the `all` matches do not exceed. */
static unsigned percentile(const uint64_t counts[SIM_LENGTH_MAX + 1], uint64_t all,
                           unsigned percent)
{
    uint64_t wanted = all / 100 * percent + (all % 100 * percent + 99) / 100, seen = 0;

    if (wanted == 0)
        wanted = 1;
    for (unsigned i = 0; i <= SIM_LENGTH_MAX; i++) {
        seen += counts[i];
        if (seen >= wanted)
            return i;
    }
    return 0;
}

struct spread spread_of(const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    uint64_t all = count_all(counts);
    struct spread spread = {0};
    double sum = 0;

    if (!all)
        return spread;
    for (unsigned i = 0; i <= SIM_LENGTH_MAX; i++)
        sum += (double)counts[i] * i;
    spread.mean = sum / (double)all;
    spread.min = percentile(counts, all, 0);
    spread.p5 = percentile(counts, all, 5);
    spread.p25 = percentile(counts, all, 25);
    spread.p50 = percentile(counts, all, 50);
    spread.p75 = percentile(counts, all, 75);
    spread.p95 = percentile(counts, all, 95);
    spread.max = percentile(counts, all, 100);
    return spread;
}

struct share share_of(uint64_t wins, uint64_t of)
{
    const double z = 1.959963984540054; /* 95 % of a normal distribution lie within */
    double n = (double)of, p = (double)wins / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);

    /* The ends are exact where rounding would miss them. */
    return (struct share){.share = p,
                          .low = wins == 0 ? 0 : fmax(0, middle - half),
                          .high = wins == of ? 1 : fmin(1, middle + half)};
}

bool tally_has_points(const struct sim_plan *plan, const struct sim_tally *tally)
{
    for (unsigned s = 0; plan->points_fact && s < plan->seats; s++)
        if (tally->points[s])
            return true;
    return false;
}

double tally_points(const struct sim_tally *tally, unsigned seat)
{
    return tally->finished ? (double)tally->points[seat] / (double)tally->finished : 0;
}

const char *grouped(uint64_t number, char out[SIM_NUMBER_CHARS])
{
    char digits[SIM_NUMBER_CHARS];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *next = out;

    for (int i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0)
            *next++ = ',';
        *next++ = digits[i];
    }
    *next = '\0';
    return out;
}

void print_command(const struct sim_plan *plan, FILE *to)
{
    bool alike = true;

    fprintf(to, "holecard sim %s%s%s --seats %u --games %llu --seed %llu --bots ",
            hc_game_name(plan->game), *plan->rules_text ? " " : "", plan->rules_text, plan->seats,
            (unsigned long long)plan->games, (unsigned long long)plan->seed);
    for (unsigned s = 1; s < plan->seats; s++)
        alike &= plan->bots[s] == plan->bots[0];
    for (unsigned s = 0; s < (alike ? 1 : plan->seats); s++)
        fprintf(to, "%s%s", s ? "," : "", plan->bots[s]->name);
}

/* ---- The page ---- */

/* A plot area in the units of its drawing, and the values at its edges. */
struct axis {
    double from, to; /* of the drawing */
    double min, max; /* of the values */
    double step;     /* between ticks */
};

static double place(const struct axis *axis, double value)
{
    return axis->from + (value - axis->min) / (axis->max - axis->min) * (axis->to - axis->from);
}

/* A round number (1, 2 or 5 times a power of ten) of which about `count` make up `range`. */
static double round_step(double range, double count)
{
    double raw = range / count, power = pow(10, floor(log10(raw)));
    double lead = raw / power;

    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static void put_escaped(FILE *to, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '>')
            fputs("&gt;", to);
        else if (*text == '&')
            fputs("&amp;", to);
        else
            putc(*text, to);
    }
}

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d1d1f;--soft:#5c5f66;--line:#d5d7dc;--paper:#fff;"
    "--mark:#0b5fb0;--fill:#8fb8de}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e8ea;--soft:#a4a8b0;--line:#3c4048;"
    "--paper:#17191d;--mark:#7db7f2;--fill:#35608c}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:46rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem;line-height:1.25;margin-bottom:.25rem}"
    "h2{font-size:1.15rem;margin:2.25rem 0 .5rem}\n"
    ".soft{color:var(--soft)}.wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.75rem 0}"
    "th,td{padding:.2rem .75rem .2rem 0;text-align:right;border-bottom:1px solid var(--line);"
    "vertical-align:top}\n"
    "th,td{white-space:nowrap}th{font-weight:600}th.l,td.l{text-align:left}"
    "td.t{white-space:normal;min-width:14rem}\n"
    "pre{background:color-mix(in srgb,var(--line) 35%,transparent);padding:.75rem;"
    "overflow-x:auto;border-radius:4px}\n"
    "summary{cursor:pointer}\n"
    "svg{width:100%;min-width:34rem;height:auto;display:block}"
    "svg text{font:13px system-ui,sans-serif;fill:var(--ink)}svg .soft{fill:var(--soft)}\n"
    ".grid{stroke:var(--line)}.ref{stroke:var(--soft);stroke-dasharray:5 4}"
    ".whisker{stroke:var(--mark);stroke-width:2}.dot{fill:var(--mark)}\n"
    ".bar{fill:var(--fill);stroke:var(--mark)}"
    ".rest{fill:none;stroke:var(--mark);stroke-dasharray:3 3}\n";

static double even_share(const struct sim_plan *plan, const struct sim_tally *tally)
{
    double wins = 0;

    for (unsigned s = 0; s < plan->seats; s++)
        wins += (double)tally->wins[s];
    return wins / (double)plan->games / plan->seats;
}

/* The axis for shares: every interval and the even share, with a little room on both sides. */
static struct axis share_axis(const struct sim_plan *plan, const struct sim_tally *tally)
{
    struct axis axis = {.from = 130, .to = 590, .min = 1, .max = 0};

    for (unsigned s = 0; s < plan->seats; s++) {
        struct share share = share_of(tally->wins[s], plan->games);

        axis.min = fmin(axis.min, share.low);
        axis.max = fmax(axis.max, share.high);
    }
    axis.step = round_step(fmax(axis.max - axis.min, 1e-6), 5);
    axis.min = axis.step * floor(axis.min / axis.step);
    axis.max = axis.step * ceil(axis.max / axis.step);
    return axis;
}

static void put_share_ticks(FILE *to, const struct axis *axis, double top, double bottom)
{
    int digits = axis->step >= 0.01 ? 0 : axis->step >= 0.001 ? 1 : axis->step >= 0.0001 ? 2 : 4;

    for (double i = 0; axis->min + i * axis->step < axis->max + axis->step / 2; i++) {
        double value = axis->min + i * axis->step, x = place(axis, value);

        fprintf(to, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/>", x, x,
                top, bottom);
        fprintf(
            to,
            "<text class=\"soft\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.0f\">%.*f %%</text>\n", x,
            bottom + 18, digits, 100 * value);
    }
}

static void put_share_row(FILE *to, const struct axis *axis, const struct sim_plan *plan,
                          const struct sim_tally *tally, unsigned seat, double y)
{
    struct share share = share_of(tally->wins[seat], plan->games);
    double low = place(axis, share.low), high = place(axis, share.high);

    fprintf(to, "<text x=\"0\" y=\"%.0f\">Seat %u</text>", y + 4, seat);
    fprintf(to, "<text class=\"soft\" x=\"52\" y=\"%.0f\">%s</text>", y + 4,
            plan->bots[seat]->name);
    fprintf(to,
            "<path class=\"whisker\" fill=\"none\" d=\"M%.1f %.0fv10m0-5H%.1fm0-5v10\"/>"
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.0f\" r=\"5\"/>",
            low, y - 5, high, place(axis, share.share), y);
    fprintf(to, "<text text-anchor=\"end\" x=\"680\" y=\"%.0f\">%.2f %%</text>\n", y + 4,
            100 * share.share);
}

static void put_share_plot(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally)
{
    struct axis axis = share_axis(plan, tally);
    double top = 26, bottom = top + 12 + 30 * plan->seats, even = even_share(plan, tally);

    fprintf(to,
            "<div class=\"wide\"><svg viewBox=\"0 0 690 %.0f\" role=\"img\" aria-label=\"Share of "
            "matches won by each seat, with intervals; the table below has the numbers\">\n",
            bottom + 26);
    put_share_ticks(to, &axis, top, bottom);
    fprintf(to, "<line class=\"ref\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"/>",
            place(&axis, even), place(&axis, even), top - 6, bottom);
    fprintf(to, "<text text-anchor=\"middle\" x=\"%.1f\" y=\"14\">even share %.2f %%</text>\n",
            place(&axis, even), 100 * even);
    for (unsigned s = 0; s < plan->seats; s++)
        put_share_row(to, &axis, plan, tally, s, top + 22 + 30 * s);
    fputs("</svg></div>\n", to);
}

static void put_share_table(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally)
{
    bool points = tally_has_points(plan, tally);
    char number[SIM_NUMBER_CHARS];

    fputs("<div class=\"wide\"><table><tr><th class=\"l\">Seat<th class=\"l\">Bot<th>Wins<th>Share"
          "<th>95&nbsp;% interval",
          to);
    if (points)
        fprintf(to, "<th>Mean %s", plan->points_fact);
    fputs("</tr>\n", to);
    for (unsigned s = 0; s < plan->seats; s++) {
        struct share share = share_of(tally->wins[s], plan->games);

        fprintf(to, "<tr><td class=\"l\">%u<td class=\"l\">%s<td>%s<td>%.2f&nbsp;%%", s,
                plan->bots[s]->name, grouped(tally->wins[s], number), 100 * share.share);
        fprintf(to, "<td>%.2f to %.2f&nbsp;%%", 100 * share.low, 100 * share.high);
        if (points)
            fprintf(to, "<td>%.1f", tally_points(tally, s));
        fputs("</tr>\n", to);
    }
    fputs("</table></div>\n", to);
}

/* Which seats the intervals set apart from the others, in a sentence. */
static void put_verdict(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally)
{
    double even = even_share(plan, tally);
    unsigned apart = 0;

    fputs("<p>", to);
    for (unsigned s = 0; s < plan->seats; s++) {
        struct share share = share_of(tally->wins[s], plan->games);

        if (share.low <= even && even <= share.high)
            continue;
        fprintf(to, "%s %u (%s)", apart++ ? "," : "Not at the even share: seat", s,
                share.share > even ? "wins more" : "wins less");
    }
    fputs(apart ? "." : "No seat is set apart from the even share.", to);
    fputs(" <span class=\"soft\">By chance alone about one interval in twenty misses.</span></p>\n",
          to);
}

/* The bars of the histogram: `count` of equal width, and one more for all longer matches. */
struct bars {
    unsigned first, width, count;
    uint64_t most;
    uint64_t matches[64];
};

static struct bars make_bars(const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    struct spread spread = spread_of(counts);
    unsigned end = percentile(counts, count_all(counts), 99) + 1;
    struct bars bars = {.width = 1};

    if (end - spread.min > 30)
        bars.width = (unsigned)round_step((double)(end - spread.min), 30);
    bars.first = spread.min / bars.width * bars.width;
    bars.count = (end - bars.first + bars.width - 1) / bars.width;
    for (unsigned i = bars.first; i <= SIM_LENGTH_MAX; i++) {
        unsigned bar = (i - bars.first) / bars.width;

        bars.matches[bar < bars.count ? bar : bars.count] += counts[i];
    }
    for (unsigned b = 0; b <= bars.count; b++)
        bars.most = bars.matches[b] > bars.most ? bars.matches[b] : bars.most;
    return bars;
}

static void put_bar(FILE *to, const char *class, double left, double right, double top)
{
    fprintf(to, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            class, left + 0.5, top, right - left - 1, fmax(260 - top, 0));
}

static void put_bars(FILE *to, const struct bars *bars, const struct axis *x, const struct axis *y)
{
    unsigned every = (unsigned)fmax(1, round_step(bars->count, 8));
    char number[SIM_NUMBER_CHARS];

    for (unsigned b = 0; b < bars->count; b++) {
        double start = bars->first + (double)b * bars->width, left = place(x, start);

        put_bar(to, "bar", left, place(x, start + bars->width), place(y, (double)bars->matches[b]));
        if ((bars->first / bars->width + b) % every == 0)
            fprintf(to,
                    "<text class=\"soft\" text-anchor=\"middle\" x=\"%.1f\" y=\"278\">%s</text>\n",
                    bars->width == 1 ? (left + place(x, start + 1)) / 2 : left,
                    grouped((uint64_t)start, number));
    }
    if (bars->matches[bars->count]) {
        put_bar(to, "rest", 640, 670, place(y, (double)bars->matches[bars->count]));
        fprintf(to, "<text class=\"soft\" text-anchor=\"middle\" x=\"655\" y=\"278\">%s+</text>\n",
                grouped(bars->first + bars->count * bars->width, number));
    }
}

static void put_length_plot(FILE *to, const struct bars *bars, unsigned median)
{
    struct axis x = {.from = 60, .to = 620, .min = bars->first};
    struct axis y = {.from = 260, .to = 30};
    double middle;
    char number[SIM_NUMBER_CHARS];

    x.max = bars->first + (double)bars->count * bars->width;
    y.step = fmax(1, round_step((double)bars->most, 4));
    y.max = y.step * ceil((double)bars->most / y.step);
    fputs("<div class=\"wide\"><svg viewBox=\"0 0 690 306\" role=\"img\" aria-label=\"How many "
          "matches had which length; the table below has the numbers\">\n",
          to);
    for (double value = 0; value <= y.max; value += y.step) {
        fprintf(to, "<line class=\"grid\" x1=\"60\" x2=\"620\" y1=\"%.1f\" y2=\"%.1f\"/>",
                place(&y, value), place(&y, value));
        fprintf(to, "<text class=\"soft\" text-anchor=\"end\" x=\"52\" y=\"%.1f\">%s</text>\n",
                place(&y, value) + 4, grouped((uint64_t)value, number));
    }
    put_bars(to, bars, &x, &y);
    middle = place(&x, median + (bars->width == 1 ? 0.5 : 0));
    fprintf(to, "<line class=\"ref\" x1=\"%.1f\" x2=\"%.1f\" y1=\"22\" y2=\"260\"/>", middle,
            middle);
    fprintf(to, "<text text-anchor=\"%s\" x=\"%.1f\" y=\"14\">median %s</text>\n",
            middle < 120 ? "start" : "middle", middle, grouped(median, number));
    fputs(
        "<text class=\"soft\" text-anchor=\"middle\" x=\"340\" y=\"300\">commands in a match; bars "
        "count matches</text>\n</svg></div>\n",
        to);
}

static void put_bars_table(FILE *to, const struct bars *bars)
{
    char number[SIM_NUMBER_CHARS];

    fputs("<details><summary>The bars as numbers</summary><table><tr><th class=\"l\">Commands"
          "<th>Matches</tr>\n",
          to);
    for (unsigned b = 0; b < bars->count; b++) {
        unsigned from = bars->first + b * bars->width;

        fprintf(to, "<tr><td class=\"l\">%s", grouped(from, number));
        if (bars->width > 1)
            fprintf(to, " to %s", grouped(from + bars->width - 1, number));
        fprintf(to, "<td>%s</tr>\n", grouped(bars->matches[b], number));
    }
    if (bars->matches[bars->count]) {
        fprintf(to, "<tr><td class=\"l\">%s or more",
                grouped(bars->first + bars->count * bars->width, number));
        fprintf(to, "<td>%s</tr>\n", grouped(bars->matches[bars->count], number));
    }
    fputs("</table></details>\n", to);
}

static void put_spread_row(FILE *to, const char *name, const uint64_t counts[SIM_LENGTH_MAX + 1])
{
    struct spread spread = spread_of(counts);
    unsigned values[] = {spread.min, spread.p5,  spread.p25, spread.p50,
                         spread.p75, spread.p95, spread.max};
    char number[SIM_NUMBER_CHARS];

    fprintf(to, "<tr><td class=\"l\">%s<td>%.1f", name, spread.mean);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        fprintf(to, "<td>%s", grouped(values[i], number));
    fputs("</tr>\n", to);
}

static void put_lengths(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally)
{
    struct bars bars;
    char number[SIM_NUMBER_CHARS];

    fputs("<h2>Length of a match</h2>\n", to);
    if (tally->finished) {
        bars = make_bars(tally->by_commands);
        put_length_plot(to, &bars, spread_of(tally->by_commands).p50);
        fputs("<div class=\"wide\"><table><tr><th class=\"l\"><th>Mean<th>Least<th>5&nbsp;%"
              "<th>25&nbsp;%<th>Median<th>75&nbsp;%<th>95&nbsp;%<th>Most</tr>\n",
              to);
        put_spread_row(to, "Commands", tally->by_commands);
        put_spread_row(to, "Rounds", tally->by_rounds);
        fputs("</table></div>\n", to);
        put_bars_table(to, &bars);
    }
    fprintf(to, "<p>%s of ", grouped(tally->unfinished, number));
    fprintf(to, "%s matches were still running after ", grouped(plan->games, number));
    fprintf(to, "%s commands and were stopped; they count in no length. ",
            grouped(SIM_LENGTH_MAX, number));
    fprintf(to, "%s ended without a winner.</p>\n", grouped(tally->undecided, number));
}

static void put_option_value(FILE *to, const struct hc_option *option, uint32_t value)
{
    if (option->type == HC_OPTION_BOOL)
        fputs(value ? "true" : "false", to);
    else if (option->type == HC_OPTION_ENUM)
        put_escaped(to, option->values[value]);
    else
        fprintf(to, "%lu", (unsigned long)value);
}

static void put_option_row(FILE *to, const struct hc_game *game, const struct hc_option *option,
                           uint32_t value)
{
    fputs("<tr><td class=\"l\">", to);
    put_escaped(to, option->name);
    fputs("<td class=\"l\">", to);
    put_option_value(to, option, value);
    if (value != option->preset) {
        fputs(" <span class=\"soft\">(default ", to);
        put_option_value(to, option, option->preset);
        fputs(")</span>", to);
    }
    fputs("<td class=\"l t\">", to);
    put_escaped(to, hc_option_sentence(game, option, NULL));
    fputs("</tr>\n", to);
}

static unsigned put_options(FILE *to, const struct sim_plan *plan, bool changed_only)
{
    const struct hc_option *option;
    unsigned rows = 0;

    for (size_t i = 0; (option = hc_option_at(plan->game, i)); i++) {
        uint32_t value = hc_rules_value(plan->game, &plan->rules, i);

        if (option->type == HC_OPTION_SEED || (changed_only && value == option->preset))
            continue;
        if (rows++ == 0)
            fputs("<div class=\"wide\"><table><tr><th class=\"l\">Option<th class=\"l\">Value"
                  "<th class=\"l\">Meaning</tr>\n",
                  to);
        put_option_row(to, plan->game, option, value);
    }
    if (rows)
        fputs("</table></div>\n", to);
    return rows;
}

static void put_rules(FILE *to, const struct sim_plan *plan)
{
    fputs("<h2>Rules</h2>\n", to);
    if (!put_options(to, plan, true))
        fputs("<p>Every option has its default value.</p>\n", to);
    fputs("<details><summary>All options</summary>\n", to);
    put_options(to, plan, false);
    fputs("</details>\n", to);
}

static void put_head(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally)
{
    struct spread commands = spread_of(tally->by_commands), rounds = spread_of(tally->by_rounds);
    char a[SIM_NUMBER_CHARS], b[SIM_NUMBER_CHARS], c[SIM_NUMBER_CHARS];

    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          to);
    fprintf(to, "%s matches of %s</title>\n<style>\n%s</style></head>\n", grouped(plan->games, a),
            hc_game_name(plan->game), style);
    fprintf(to, "<body><h1>%s matches of %s, %u seats</h1>\n<p class=\"soft\">", a,
            hc_game_name(plan->game), plan->seats);
    put_escaped(to, hc_game_title(plan->game, NULL));
    fprintf(
        to,
        ". Half of all matches took up to %s commands and %s round%s; %s commands in all.</p>\n",
        grouped(commands.p50, a), grouped(rounds.p50, b), rounds.p50 == 1 ? "" : "s",
        grouped(tally->commands, c));
    if (tally->trouble_match) {
        fputs("<p><strong>This simulation met a fault of the engine.</strong> ", to);
        put_escaped(to, tally->trouble);
        fputs("</p>\n", to);
    }
}

static void put_foot(FILE *to, const struct sim_plan *plan, const struct sim_tally *tally,
                     double seconds)
{
    char number[SIM_NUMBER_CHARS];

    fputs("<h2>The same again</h2>\n<pre>", to);
    print_command(plan, to);
    fprintf(to,
            "</pre>\n<p class=\"soft\">holecard %s. %.2f s on %u thread%s, %s commands a second. "
            "The number of threads changes nothing but the time.</p>\n</body></html>\n",
            HC_VERSION, seconds, plan->threads, plan->threads == 1 ? "" : "s",
            grouped((uint64_t)((double)tally->commands / seconds), number));
}

bool report_write(const char *path, const struct sim_plan *plan, const struct sim_tally *tally,
                  double seconds, struct hc_problem *why)
{
    char *page = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&page, &size);
    bool written;

    snprintf(why->text, sizeof why->text, "there is not enough memory for the report");
    if (!to)
        return false;
    put_head(to, plan, tally);
    fputs("<h2>Matches won by each seat (the first is 0)</h2>\n", to);
    put_share_plot(to, plan, tally);
    put_verdict(to, plan, tally);
    put_share_table(to, plan, tally);
    put_lengths(to, plan, tally);
    put_rules(to, plan);
    put_foot(to, plan, tally, seconds);
    written = !ferror(to);
    written = !fclose(to) && written && file_write(path, page, size, why);
    free(page);
    return written;
}
