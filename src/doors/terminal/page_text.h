// SPDX-License-Identifier: MIT
/* page_text.h: texts and frames on the full screen, for everything that is drawn there. */
#ifndef HC_DOORS_TERMINAL_PAGE_TEXT_H
#define HC_DOORS_TERMINAL_PAGE_TEXT_H

#include <stddef.h>

#include "doors/terminal/screen.h"

/* How many columns a text takes, near enough: one for each character. */
int page_columns(const char *text);
/* Splits a text at a space: how many bytes of it fit into `width` columns. A key in brackets stays
 * with the word behind it. */
size_t page_wrap(const char *text, int width);
/* Puts a text that ends before `end`; returns where the next one may begin. */
int page_put(int row, int column, int end, enum screen_style style, const char *text);
/* A heading with a line behind it, up to `end`. */
void page_put_heading(int row, int column, int end, const char *text);
/* How many rows a text takes, at most `most`. NULL takes none. */
int page_fold_rows(const char *text, int width, int most);
/* Puts a text in at most `rows` rows; the last one is cut off, and says so. A key in brackets, with
 * the words behind it, can be clicked. */
void page_put_folded(int row, int rows, int column, int end, enum screen_style style,
                     const char *text);
/* Puts a text in one row; what is cut off says so. */
void page_put_cut(int row, int column, int end, enum screen_style style, const char *text);
/* Puts keys and what they do, "? help   q leave", in at most `rows` rows; those that do not fit are
 * left out, and it says so. They can be clicked. */
void page_put_keys(int row, int rows, int column, int end, enum screen_style style,
                   const char *text);
/* A row of the same sign between two others. */
void page_put_edge(int row, int column, int width, enum screen_style style, const char *left,
                   const char *middle, const char *right);

#endif
