// RE2 (Debian libre2) behind a C interface. Patterns and texts are UTF-8, given by address and length, never kept.
// A handle belongs to the thread that uses it; nothing here throws.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- One pattern ---

typedef struct cre2_regex cre2_regex;

// Bytes of the text, or -1 and -1 for a group that took no part.
typedef struct {
    ptrdiff_t begin;
    ptrdiff_t end;
} cre2_range;

// Compiles a pattern. `memory` bounds the program and the states that matching keeps, in bytes. Never NULL: see cre2_error.
cre2_regex *cre2_new(const char *pattern, size_t length, bool fold_case, int64_t memory);
void cre2_free(cre2_regex *regex);

// 0, or an RE2::ErrorCode.
int cre2_error(const cre2_regex *regex);
// The words for it, and the part of the pattern that is at fault; they live as long as the handle.
const char *cre2_error_text(const cre2_regex *regex, size_t *length);
const char *cre2_error_part(const cre2_regex *regex, size_t *length);

// Instructions, of the forward and of the backward program (which is made on the first call).
int cre2_program_size(const cre2_regex *regex);
int cre2_reverse_program_size(const cre2_regex *regex);
// Capturing groups, without the whole match.
int cre2_group_count(const cre2_regex *regex);
// The name of a group from 1 on, or NULL.
const char *cre2_group_name(const cre2_regex *regex, int group, size_t *length);

// Whether the pattern is somewhere in the text. `ranges` has room for `count` of them: the whole match, then the groups.
bool cre2_match(const cre2_regex *regex, const char *text, size_t length, cre2_range *ranges, int count);

// --- What a text must hold for a pattern to match ---

typedef struct cre2_atoms cre2_atoms;

// The literals that RE2's filter finds in a pattern, lower-cased, none shorter than `least` bytes. NULL: the pattern is bad.
cre2_atoms *cre2_atoms_new(const char *pattern, size_t length, bool fold_case, int least);
void cre2_atoms_free(cre2_atoms *atoms);
int cre2_atoms_count(const cre2_atoms *atoms);
const char *cre2_atoms_at(const cre2_atoms *atoms, int index, size_t *length);
// Whether the pattern might match a text that holds just these atoms.
bool cre2_atoms_pass(const cre2_atoms *atoms, const int *present, int count);

// --- Plain search ---

// Where `needle` first stands in the text, or -1. Linear whatever the two are (glibc's two-way search).
ptrdiff_t cre2_find(const char *text, size_t length, const char *needle, size_t needle_length);

#ifdef __cplusplus
}
#endif
