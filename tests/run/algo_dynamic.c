// Dynamic programming: edit distance, longest common subsequence, knapsack, coin change.
#include <stdio.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int edit(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), d[n + 1][m + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (!i || !j) d[i][j] = i + j;
            else {
                int best = MIN(d[i - 1][j], d[i][j - 1]) + 1;
                d[i][j] = MIN(best, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            }
        }
    return d[n][m];
}
static void lcs(const char *a, const char *b, char *out) {
    size_t n = strlen(a), m = strlen(b);
    unsigned char t[n + 1][m + 1];
    memset(t, 0, sizeof t);
    for (size_t i = n; i-- > 0;)
        for (size_t j = m; j-- > 0;)
            t[i][j] = a[i] == b[j] ? t[i + 1][j + 1] + 1 : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
    for (size_t i = 0, j = 0; i < n && j < m;) {
        if (a[i] == b[j]) *out++ = a[i], i++, j++;
        else if (t[i + 1][j] >= t[i][j + 1]) i++;
        else j++;
    }
    *out = 0;
}
static int knapsack(const int *w, const int *v, int n, int cap) {
    int best[64] = {0};
    for (int i = 0; i < n; i++)
        for (int c = cap; c >= w[i]; c--)
            if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i];
    return best[cap];
}
static long coins(const int *c, int n, int amount) {
    long ways[301] = {1};
    for (int i = 0; i < n; i++) for (int a = c[i]; a <= amount; a++) ways[a] += ways[a - c[i]];
    return ways[amount];
}
static int increasing(const int *a, int n) {
    int tail[32], len = 0;
    for (int i = 0; i < n; i++) {
        int lo = 0, hi = len;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (tail[mid] < a[i]) lo = mid + 1;
            else hi = mid;
        }
        tail[lo] = a[i];
        if (lo == len) len++;
    }
    return len;
}

int main(void) {
    printf("%d %d %d %d\n", edit("kitten", "sitting"), edit("", "abc"), edit("same", "same"), edit("intention", "execution"));
    char out[64];
    lcs("the quick brown fox", "this is a thick crown", out);
    printf("[%s]\n", out);
    lcs("AGGTAB", "GXTXAYB", out);
    puts(out);
    int w[] = {12, 7, 11, 8, 9, 6, 5}, v[] = {24, 13, 23, 15, 16, 11, 7};
    printf("%d %d\n", knapsack(w, v, 7, 26), knapsack(w, v, 7, 50));
    int c[] = {1, 5, 10, 25, 50};
    printf("%ld %ld\n", coins(c, 5, 100), coins(c, 5, 300));
    int seq[] = {10, 9, 2, 5, 3, 7, 101, 18, 4, 20, 21, 6, 50};
    printf("%d\n", increasing(seq, 13));
    return edit("sunday", "saturday") * 10 + increasing(seq, 6);
}
