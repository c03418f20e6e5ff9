// Huffman coding: building the tree, code table, bit packing and decoding.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node { int weight, left, right, order; };
static struct node nodes[512];
static int count;
static char codes[256][32];

static int lightest(const int *alive, int n, int skip) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        if (!alive[i] || i == skip) continue;
        if (best < 0 || nodes[i].weight < nodes[best].weight || (nodes[i].weight == nodes[best].weight && nodes[i].order < nodes[best].order)) best = i;
    }
    return best;
}
static int sym[512];
static void assign(int n, char *prefix, int len) {
    if (nodes[n].left < 0) {
        prefix[len] = 0;
        strcpy(codes[sym[n]], len ? prefix : "0");
        return;
    }
    prefix[len] = '0';
    assign(nodes[n].left, prefix, len + 1);
    prefix[len] = '1';
    assign(nodes[n].right, prefix, len + 1);
}

int main(void) {
    const char *text = "this is an example of a huffman tree, built by hand in a small program";
    int freq[256] = {0}, alive[512] = {0};
    for (const char *p = text; *p; p++) freq[(unsigned char)*p]++;
    for (int c = 0; c < 256; c++)
        if (freq[c]) {
            nodes[count] = (struct node){freq[c], -1, -1, count};
            sym[count] = c;
            alive[count++] = 1;
        }
    int leaves = count;
    for (int k = 1; k < leaves; k++) {
        int a = lightest(alive, count, -1), b = lightest(alive, count, a);
        nodes[count] = (struct node){nodes[a].weight + nodes[b].weight, a, b, count};
        alive[a] = alive[b] = 0;
        alive[count++] = 1;
    }
    char prefix[64];
    assign(count - 1, prefix, 0);
    for (int c = 0; c < 256; c++) if (freq[c]) printf("'%c' %d %s\n", c, freq[c], codes[c]);
    uint8_t bits[128] = {0};
    int n = 0;
    for (const char *p = text; *p; p++)
        for (const char *b = codes[(unsigned char)*p]; *b; b++, n++) bits[n / 8] |= (uint8_t)((*b - '0') << (7 - n % 8));
    printf("%zu bytes to %d bits\n", strlen(text), n);
    for (int i = 0; i < (n + 7) / 8; i++) printf("%02x", bits[i]);
    puts("");
    int at = count - 1;
    for (int i = 0; i < n; i++) {
        at = bits[i / 8] >> (7 - i % 8) & 1 ? nodes[at].right : nodes[at].left;
        if (nodes[at].left < 0) putchar(sym[at]), at = count - 1;
    }
    puts("");
    return n % 256;
}
