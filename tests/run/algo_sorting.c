// Sorting algorithms compared on the same data: bubble, insertion, shell, quick, merge, radix.
#include <stdio.h>
#include <string.h>

#define N 120
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void bubble(int *a, int n) {
    for (int sorted = 0; !sorted; n--) {
        sorted = 1;
        for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), sorted = 0;
    }
}
static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i;
        for (; j && a[j - 1] > v; j--) a[j] = a[j - 1];
        a[j] = v;
    }
}
static void selection(int *a, int n) {
    for (int i = 0; i < n; i++) {
        int m = i;
        for (int j = i + 1; j < n; j++) if (a[j] < a[m]) m = j;
        swap(&a[i], &a[m]);
    }
}
static void shell(int *a, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) swap(&a[j], &a[j - gap]);
}
static void quick(int *a, int n) {
    if (n < 2) return;
    int p = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) swap(&a[i++], &a[j--]);
    }
    quick(a, j + 1);
    quick(a + i, n - i);
}
static void merge_sort(int *a, int n) {
    if (n < 2) return;
    int h = n / 2, tmp[N], i = 0, j = h, k = 0;
    merge_sort(a, h);
    merge_sort(a + h, n - h);
    while (i < h && j < n) tmp[k++] = a[j] < a[i] ? a[j++] : a[i++];
    while (i < h) tmp[k++] = a[i++];
    while (j < n) tmp[k++] = a[j++];
    memcpy(a, tmp, sizeof *a * (size_t)n);
}
static void radix(int *a, int n) {
    int tmp[N];
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++) count[(((unsigned)a[i] ^ 0x80000000u) >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) tmp[count[((unsigned)a[i] ^ 0x80000000u) >> shift & 255]++] = a[i];
        memcpy(a, tmp, sizeof *a * (size_t)n);
    }
}

int main(void) {
    static const struct { const char *name; void (*f)(int *, int); } algs[] = {
        {"bubble", bubble}, {"insertion", insertion}, {"selection", selection}, {"shell", shell}, {"quick", quick}, {"merge", merge_sort}, {"radix", radix}};
    int data[N], first[N];
    unsigned s = 77;
    for (int i = 0; i < N; i++) s = s * 1664525u + 1013904223u, data[i] = (int)(s >> 8) % 5000 - 2000;
    int good = 0;
    for (int k = 0; k < 7; k++) {
        int a[N];
        memcpy(a, data, sizeof a);
        algs[k].f(a, N);
        int ok = 1;
        for (int i = 1; i < N; i++) ok &= a[i - 1] <= a[i];
        if (!k) memcpy(first, a, sizeof a);
        ok &= !memcmp(first, a, sizeof a);
        printf("%s %d %d %d %d\n", algs[k].name, ok, a[0], a[N / 2], a[N - 1]);
        good += ok;
    }
    return good;
}
