// Text matching: a trie with prefix search, KMP, wildcard globbing and a tiny regex matcher.
#include <stdio.h>
#include <string.h>

struct trie { struct trie *kid[26]; int words; };
static struct trie pool[200];
static int used = 1;

static void insert(const char *w) {
    struct trie *t = pool;
    for (; *w; w++) {
        struct trie **k = &t->kid[*w - 'a'];
        if (!*k) *k = &pool[used++];
        t = *k;
    }
    t->words++;
}
static void collect(const struct trie *t, char *buf, int len) {
    if (t->words) printf("%.*s(%d) ", len, buf, t->words);
    for (int i = 0; i < 26; i++)
        if (t->kid[i]) {
            buf[len] = (char)('a' + i);
            collect(t->kid[i], buf, len + 1);
        }
}
static void complete(const char *prefix) {
    const struct trie *t = pool;
    char buf[32];
    strcpy(buf, prefix);
    for (const char *p = prefix; t && *p; p++) t = t->kid[*p - 'a'];
    printf("%s: ", prefix);
    if (t) collect(t, buf, (int)strlen(prefix));
    puts("");
}
static int kmp(const char *text, const char *pat) {
    int fail[32], m = (int)strlen(pat), hits = 0;
    fail[0] = 0;
    for (int i = 1, k = 0; i < m; i++) {
        while (k && pat[i] != pat[k]) k = fail[k - 1];
        fail[i] = k += pat[i] == pat[k];
    }
    for (int i = 0, k = 0; text[i]; i++) {
        while (k && (k == m || text[i] != pat[k])) k = fail[k - 1];
        k += text[i] == pat[k];
        hits += k == m;
    }
    return hits;
}
static int glob(const char *p, const char *s) {
    for (;; p++, s++) {
        if (*p == '*') return glob(p + 1, s) || (*s && glob(p, s + 1));
        if (!*p) return !*s;
        if (!*s || (*p != '?' && *p != *s)) return 0;
    }
}
static int here(const char *re, const char *s) {
    if (!*re) return 1;
    if (re[0] == '$' && !re[1]) return !*s;
    if (re[1] == '*') {
        do if (here(re + 2, s)) return 1;
        while (*s && (*s++ == re[0] || re[0] == '.'));
        return 0;
    }
    return *s && (re[0] == '.' || re[0] == *s) && here(re + 1, s + 1);
}
static int regex(const char *re, const char *s) {
    if (*re == '^') return here(re + 1, s);
    do if (here(re, s)) return 1;
    while (*s++);
    return 0;
}

int main(void) {
    const char *words[] = {"car", "cart", "carton", "cat", "dog", "do", "door", "car", "zebra"};
    for (int i = 0; i < 9; i++) insert(words[i]);
    complete("car");
    complete("do");
    complete("x");
    complete("");
    printf("%d nodes\n", used);
    printf("%d %d %d\n", kmp("abababcababab", "abab"), kmp("aaaaaa", "aa"), kmp("mississippi", "issi"));
    printf("%d%d%d%d%d\n", glob("*.c", "main.c"), glob("*.c", "main.h"), glob("a?c*", "abcdef"), glob("*a*b*", "xxaxxbxx"), glob("", "x"));
    printf("%d%d%d%d%d%d\n", regex("^ab*c$", "abbbc"), regex("b.d", "xabcd"), regex("^b", "ab"), regex("x*$", "abc"), regex("a.*z", "1a22z3"), regex("q", "abc"));
    return used;
}
