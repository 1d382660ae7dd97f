#include "cre2.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <string.h>

#include <string>
#include <vector>

namespace {

RE2::Options options(bool fold_case, int64_t memory) {
    RE2::Options options(RE2::Quiet);
    options.set_case_sensitive(!fold_case);
    options.set_max_mem(memory);
    return options;
}

const char *give(const std::string &text, size_t *length) {
    *length = text.size();
    return text.data();
}

}  // namespace

struct cre2_regex {
    RE2 re2;

    cre2_regex(re2::StringPiece pattern, const RE2::Options &options) : re2(pattern, options) {}
};

struct cre2_atoms {
    re2::FilteredRE2 filter;
    std::vector<std::string> atoms;

    explicit cre2_atoms(int least) : filter(least) {}
};

extern "C" {

cre2_regex *cre2_new(const char *pattern, size_t length, bool fold_case, int64_t memory) {
    return new cre2_regex(re2::StringPiece(pattern, length), options(fold_case, memory));
}

void cre2_free(cre2_regex *regex) { delete regex; }

int cre2_error(const cre2_regex *regex) { return regex->re2.error_code(); }

const char *cre2_error_text(const cre2_regex *regex, size_t *length) { return give(regex->re2.error(), length); }

const char *cre2_error_part(const cre2_regex *regex, size_t *length) { return give(regex->re2.error_arg(), length); }

int cre2_program_size(const cre2_regex *regex) { return regex->re2.ProgramSize(); }

int cre2_reverse_program_size(const cre2_regex *regex) { return regex->re2.ReverseProgramSize(); }

int cre2_group_count(const cre2_regex *regex) { return regex->re2.NumberOfCapturingGroups(); }

const char *cre2_group_name(const cre2_regex *regex, int group, size_t *length) {
    const auto &names = regex->re2.CapturingGroupNames();
    auto found = names.find(group);
    return found == names.end() ? nullptr : give(found->second, length);
}

bool cre2_match(const cre2_regex *regex, const char *text, size_t length, cre2_range *ranges, int count) {
    if (text == nullptr) text = "";
    constexpr int few = 8;
    re2::StringPiece here[few];
    std::vector<re2::StringPiece> many;
    re2::StringPiece *groups = here;
    if (count > few) {
        many.resize(count);
        groups = many.data();
    }
    if (!regex->re2.Match(re2::StringPiece(text, length), 0, length, RE2::UNANCHORED, groups, count)) return false;
    for (int i = 0; i < count; i++) {
        if (groups[i].data() == nullptr) {
            ranges[i] = {-1, -1};
        } else {
            ptrdiff_t begin = groups[i].data() - text;
            ranges[i] = {begin, begin + static_cast<ptrdiff_t>(groups[i].size())};
        }
    }
    return true;
}

cre2_atoms *cre2_atoms_new(const char *pattern, size_t length, bool fold_case, int least) {
    auto *atoms = new cre2_atoms(least);
    int id = 0;
    if (atoms->filter.Add(re2::StringPiece(pattern, length), options(fold_case, 8 << 20), &id) != RE2::NoError) {
        delete atoms;
        return nullptr;
    }
    atoms->filter.Compile(&atoms->atoms);
    return atoms;
}

void cre2_atoms_free(cre2_atoms *atoms) { delete atoms; }

int cre2_atoms_count(const cre2_atoms *atoms) { return static_cast<int>(atoms->atoms.size()); }

const char *cre2_atoms_at(const cre2_atoms *atoms, int index, size_t *length) {
    return give(atoms->atoms[index], length);
}

bool cre2_atoms_pass(const cre2_atoms *atoms, const int *present, int count) {
    std::vector<int> potentials;
    atoms->filter.AllPotentials(std::vector<int>(present, present + count), &potentials);
    return !potentials.empty();
}

ptrdiff_t cre2_find(const char *text, size_t length, const char *needle, size_t needle_length) {
    const void *found = memmem(text, length, needle, needle_length);
    return found == nullptr ? -1 : static_cast<const char *>(found) - text;
}

}  // extern "C"
