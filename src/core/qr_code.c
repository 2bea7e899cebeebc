// SPDX-License-Identifier: MIT
/*
 * qr_code.c: QR codes. The text becomes codewords, with those of Reed and Solomon for each block;
 * they are laid out in columns of two, around the patterns by which a reader finds its way. What is
 * drawn is turned over by a mask, of which the one is taken that looks least like such patterns.
 * Start reading at hc_qr_make().
 */
#include "core/qr_code.h"

#include "core/memory.h"

enum {
    VERSIONS = 40,
    CODEWORDS_MAX = 3706,
    CHECKS_MAX = 30, /* of one block */
    DARK = 1,
    FIXED = 2, /* a square of a pattern, which no mask turns over */
};

/* For each version: codewords for checking in a block, and how many blocks there are. */
static const uint8_t checks[2][VERSIONS] = {
    [HC_QR_LOW] = {7,  10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
                   28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
    [HC_QR_MEDIUM] = {10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24,
                      24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
                      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28},
};
static const uint8_t blocks[2][VERSIONS] = {
    [HC_QR_LOW] = {1, 1, 1, 1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  6,  7,  8,
                   8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
    [HC_QR_MEDIUM] = {1,  1,  1,  2,  2,  4,  4,  4,  5,  5,  5,  8,  9,  9,
                      10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26,
                      28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49},
};

/* ---- Codewords ------------------------------------------------------------------------------- */

struct codewords {
    unsigned version;
    enum hc_qr_level level;
    size_t bits; /* written so far */
    uint8_t data[CODEWORDS_MAX], all[CODEWORDS_MAX];
};

/* All codewords of a version: the squares that no pattern takes, by eights. */
static size_t total_of(unsigned version)
{
    size_t squares = (16 * (size_t)version + 128) * version + 64, crossings = version / 7 + 2;

    if (version >= 2)
        squares -= (25 * crossings - 10) * crossings - 55;
    if (version >= 7)
        squares -= 36;
    return squares / 8;
}

static size_t data_of(unsigned version, enum hc_qr_level level)
{
    return total_of(version) - (size_t)checks[level][version - 1] * blocks[level][version - 1];
}

static unsigned count_bits(unsigned version)
{
    return version < 10 ? 8 : 16;
}

static unsigned version_for(size_t length, enum hc_qr_level level)
{
    for (unsigned version = 1; version <= VERSIONS; version++)
        if (4 + count_bits(version) + 8 * length <= 8 * data_of(version, level))
            return version;
    return 0;
}

static void put_bits(struct codewords *words, uint32_t value, unsigned count)
{
    while (count--) {
        words->data[words->bits / 8] |= (uint8_t)((value >> count & 1) << (7 - words->bits % 8));
        words->bits++;
    }
}

static void put_text(struct codewords *words, const char *text, size_t length)
{
    size_t size = data_of(words->version, words->level), left;
    uint8_t pad = 0xec;

    hc_zero(words->data, sizeof words->data);
    words->bits = 0;
    put_bits(words, 4, 4); /* bytes follow */
    put_bits(words, (uint32_t)length, count_bits(words->version));
    for (size_t i = 0; i < length; i++)
        put_bits(words, (uint8_t)text[i], 8);
    left = 8 * size - words->bits;
    put_bits(words, 0, left < 4 ? (unsigned)left : 4);
    for (size_t i = (words->bits + 7) / 8; i < size; i++, pad ^= 0xec ^ 0x11)
        words->data[i] = pad;
}

/* In the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1. */
static uint8_t times(uint8_t a, uint8_t b)
{
    unsigned product = 0;

    for (int bit = 7; bit >= 0; bit--) {
        product = product << 1 ^ (product >> 7) * 0x11d;
        product ^= ((unsigned)b >> bit & 1) * a;
    }
    return (uint8_t)product;
}

/* The factors of (x - 1)(x - 2)(x - 4)…, without the highest, which is 1. */
static void find_divisor(uint8_t divisor[CHECKS_MAX], unsigned degree)
{
    uint8_t root = 1;

    hc_zero(divisor, CHECKS_MAX);
    divisor[degree - 1] = 1;
    for (unsigned i = 0; i < degree; i++) {
        for (unsigned j = 0; j < degree; j++) {
            divisor[j] = times(divisor[j], root);
            if (j + 1 < degree)
                divisor[j] ^= divisor[j + 1];
        }
        root = times(root, 2);
    }
}

static void find_checks(const uint8_t *data, size_t size, const uint8_t *divisor, unsigned degree,
                        uint8_t rest[CHECKS_MAX])
{
    hc_zero(rest, CHECKS_MAX);
    for (size_t i = 0; i < size; i++) {
        uint8_t factor = data[i] ^ rest[0];

        for (unsigned j = 0; j < degree; j++) {
            uint8_t next = j + 1 < degree ? rest[j + 1] : 0;

            rest[j] = next ^ times(divisor[j], factor);
        }
    }
}

/* Blocks are written side by side: the first codeword of each, then the second… */
static void interleave(struct codewords *words)
{
    unsigned degree = checks[words->level][words->version - 1];
    unsigned count = blocks[words->level][words->version - 1];
    size_t total = total_of(words->version), size = data_of(words->version, words->level);
    size_t shorts = count - total % count, least = total / count - degree, start = 0;
    uint8_t divisor[CHECKS_MAX], rest[CHECKS_MAX];

    find_divisor(divisor, degree);
    for (size_t block = 0; block < count; block++) {
        size_t length = least + (block >= shorts);

        for (size_t i = 0; i < length; i++) {
            /* A last codeword that only the longer ones have stands after all others. */
            size_t place = i < least ? i * count + block : least * count + block - shorts;

            words->all[place] = words->data[start + i];
        }
        find_checks(words->data + start, length, divisor, degree, rest);
        for (unsigned i = 0; i < degree; i++)
            words->all[size + i * count + block] = rest[i];
        start += length;
    }
}

/* ---- Patterns -------------------------------------------------------------------------------- */

static void fix(struct hc_qr *qr, int row, int column, bool dark)
{
    if (row >= 0 && row < qr->side && column >= 0 && column < qr->side)
        qr->square[row * qr->side + column] = (uint8_t)(FIXED | (dark ? DARK : 0));
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Rings around a place: light ones at these distances, dark ones at all others. */
static void draw_rings(struct hc_qr *qr, int row, int column, int reach, unsigned light)
{
    for (int down = -reach; down <= reach; down++)
        for (int right = -reach; right <= reach; right++) {
            int ring = larger(down < 0 ? -down : down, right < 0 ? -right : right);

            fix(qr, row + down, column + right, !(light >> ring & 1));
        }
}

static void draw_crossings(struct hc_qr *qr, unsigned version)
{
    int count = (int)version / 7 + 2, last = qr->side - 7;
    int step = version == 32 ? 26 : ((int)version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;

    if (version < 2)
        return;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int row = i ? last - (count - 1 - i) * step : 6;
            int column = j ? last - (count - 1 - j) * step : 6;

            if ((i || j) && (i || j < count - 1) && (j || i < count - 1)) /* not in the corners */
                draw_rings(qr, row, column, 2, 1u << 1);
        }
}

/* Ends a number with what is left when it is divided: as `degree` bits. */
static unsigned with_rest(unsigned value, unsigned divisor, unsigned degree)
{
    unsigned rest = value;

    for (unsigned i = 0; i < degree; i++)
        rest = rest << 1 ^ (rest >> (degree - 1)) * divisor;
    return value << degree | rest;
}

static void draw_format(struct hc_qr *qr, enum hc_qr_level level, unsigned mask)
{
    unsigned word = with_rest((level == HC_QR_LOW ? 1u : 0u) << 3 | mask, 0x537, 10) ^ 0x5412;
    int side = qr->side;

    for (int i = 0; i < 15; i++) {
        bool dark = word >> i & 1;

        /* Once around the first corner, past the lines between the corners … */
        if (i < 8)
            fix(qr, i < 6 ? i : i + 1, 8, dark);
        else
            fix(qr, 8, i == 8 ? 7 : 14 - i, dark);
        /* … and once more at the other two. */
        if (i < 8)
            fix(qr, 8, side - 1 - i, dark);
        else
            fix(qr, side - 15 + i, 8, dark);
    }
    fix(qr, side - 8, 8, true);
}

static void draw_version(struct hc_qr *qr, unsigned version)
{
    unsigned word = with_rest(version, 0x1f25, 12);

    for (int i = 0; version >= 7 && i < 18; i++) {
        int far = qr->side - 11 + i % 3, near = i / 3;

        fix(qr, near, far, word >> i & 1);
        fix(qr, far, near, word >> i & 1);
    }
}

static void draw_patterns(struct hc_qr *qr, unsigned version, enum hc_qr_level level)
{
    int far = qr->side - 4;

    for (int i = 0; i < qr->side; i++) {
        fix(qr, 6, i, i % 2 == 0);
        fix(qr, i, 6, i % 2 == 0);
    }
    draw_rings(qr, 3, 3, 4, 1u << 2 | 1u << 4);
    draw_rings(qr, 3, far, 4, 1u << 2 | 1u << 4);
    draw_rings(qr, far, 3, 4, 1u << 2 | 1u << 4);
    draw_crossings(qr, version);
    draw_format(qr, level, 0); /* to take its place */
    draw_version(qr, version);
}

/* Up and down in columns of two, from the right; the line of the corners is left out. */
static void draw_codewords(struct hc_qr *qr, const struct codewords *words)
{
    size_t bits = 8 * total_of(words->version), bit = 0;
    bool up = true;

    for (int right = qr->side - 1; right > 0; right -= 2, up = !up) {
        if (right == 6)
            right = 5;
        for (int i = 0; i < 2 * qr->side; i++) {
            int row = up ? qr->side - 1 - i / 2 : i / 2, column = right - i % 2;
            uint8_t *square = &qr->square[row * qr->side + column];

            if (*square & FIXED || bit >= bits)
                continue;
            *square = words->all[bit / 8] >> (7 - bit % 8) & 1;
            bit++;
        }
    }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static bool turns(unsigned mask, int row, int column)
{
    int product = row * column;

    switch (mask) {
    case 0:
        return (row + column) % 2 == 0;
    case 1:
        return row % 2 == 0;
    case 2:
        return column % 3 == 0;
    case 3:
        return (row + column) % 3 == 0;
    case 4:
        return (row / 2 + column / 3) % 2 == 0;
    case 5:
        return product % 2 + product % 3 == 0;
    case 6:
        return (product % 2 + product % 3) % 2 == 0;
    default:
        return ((row + column) % 2 + product % 3) % 2 == 0;
    }
}

/* Doing it again takes it away. */
static void turn_over(struct hc_qr *qr, unsigned mask)
{
    for (int row = 0; row < qr->side; row++)
        for (int column = 0; column < qr->side; column++) {
            uint8_t *square = &qr->square[row * qr->side + column];

            if (!(*square & FIXED) && turns(mask, row, column))
                *square ^= DARK;
        }
}

/* Runs of one colour, and what looks like a corner, in one line of it. */
static unsigned line_penalty(const struct hc_qr *qr, int line, bool down)
{
    unsigned penalty = 0, run = 0, last = 0;

    for (int i = 0; i < qr->side; i++) {
        bool dark = down ? hc_qr_dark(qr, i, line) : hc_qr_dark(qr, line, i);

        run = i && dark == (last & 1) ? run + 1 : 1;
        penalty += run == 5 ? 3 : run > 5;
        last = (last << 1 | dark) & 0x7ff;
        if (i >= 10 && (last == 0x05d || last == 0x5d0))
            penalty += 40;
    }
    return penalty;
}

static unsigned penalty_of(const struct hc_qr *qr)
{
    int all = qr->side * qr->side, dark = 0, off;
    unsigned penalty = 0;

    for (int row = 0; row < qr->side; row++) {
        penalty += line_penalty(qr, row, false) + line_penalty(qr, row, true);
        for (int column = 0; column < qr->side; column++) {
            bool is_dark = hc_qr_dark(qr, row, column);

            dark += is_dark;
            if (row && column && is_dark == hc_qr_dark(qr, row - 1, column) &&
                is_dark == hc_qr_dark(qr, row, column - 1) &&
                is_dark == hc_qr_dark(qr, row - 1, column - 1))
                penalty += 3;
        }
    }
    off = 20 * dark - 10 * all;
    return penalty + 10 * (unsigned)((off < 0 ? -off : off) / all);
}

static unsigned best_mask(struct hc_qr *qr, enum hc_qr_level level)
{
    unsigned best = 0, least = UINT32_MAX;

    for (unsigned mask = 0; mask < HC_QR_MASKS; mask++) {
        unsigned penalty;

        turn_over(qr, mask);
        draw_format(qr, level, mask);
        penalty = penalty_of(qr);
        turn_over(qr, mask);
        if (penalty < least) {
            least = penalty;
            best = mask;
        }
    }
    return best;
}

bool hc_qr_make(struct hc_qr *qr, const char *text, size_t length, enum hc_qr_level level,
                unsigned mask)
{
    struct codewords words = {.version = version_for(length, level), .level = level};

    if (!words.version)
        return false;
    put_text(&words, text, length);
    interleave(&words);
    hc_zero(qr->square, sizeof qr->square);
    qr->side = 17 + 4 * (int)words.version;
    draw_patterns(qr, words.version, level);
    draw_codewords(qr, &words);
    if (mask >= HC_QR_MASKS)
        mask = best_mask(qr, level);
    turn_over(qr, mask);
    draw_format(qr, level, mask);
    return true;
}
