// Constant data: tables of strings, pointers into arrays, address constants with offsets.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "zero\0one\0two\0three";
static const char *const starts[] = {text, text + 5, &text[9], text + 13};
static int pool[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *mid = pool + 5, *last = &pool[9], **pmid = &mid;
static const ptrdiff_t gap = 4;

struct menu { const char *label; const struct menu *sub; int (*act)(const struct menu *); };
static int leaf(const struct menu *m) { return (int)strlen(m->label); }
static int branch(const struct menu *m) {
    int n = 0;
    for (const struct menu *s = m->sub; s->label; s++) n += s->act(s);
    return n;
}
static const struct menu file_menu[] = {{"open", NULL, leaf}, {"save as", NULL, leaf}, {NULL, NULL, NULL}};
static const struct menu root_menu[] = {{"file", file_menu, branch}, {"quit", NULL, leaf}, {NULL, NULL, NULL}};
static const struct menu root = {"root", root_menu, branch};

struct loop { struct loop *self, *peer; int v; };
extern struct loop b_loop;
static struct loop a_loop = {&a_loop, &b_loop, 1};
struct loop b_loop = {&b_loop, &a_loop, 2};

static const unsigned short matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
static const unsigned short *diagonal[] = {&matrix[0][0], &matrix[1][1], &matrix[2][2]};
static char mutable_text[] = "const is not here";
static char *tail = mutable_text + sizeof mutable_text - 5;

int main(void) {
    for (int i = 0; i < 4; i++) printf("%s%zu ", starts[i], strlen(starts[i]));
    puts("");
    printf("%d %d %td %d\n", *mid, *last, last - mid, last - mid == gap);
    ++*pmid;
    printf("%d %d\n", *mid, mid[-6]);
    printf("%d\n", root.act(&root));
    printf("%d %d %d\n", a_loop.peer->v, b_loop.peer->self->v, a_loop.peer->peer == &a_loop);
    int d = 0;
    for (int i = 0; i < 3; i++) d = d * 10 + *diagonal[i];
    printf("%d %d\n", d, (int)(diagonal[2] - diagonal[0]));
    *tail = 'H';
    puts(mutable_text);
    const char *volatile s1 = "same", *volatile s2 = "same";
    printf("%d\n", strcmp(s1, s2));
    static const struct { char tag[4]; double w[2]; } recs[] = {{"abc", {1.5, 2}}, {"de", {-1, 0.25}}};
    double sum = 0;
    for (int i = 0; i < 2; i++) sum += recs[i].w[0] * recs[i].w[1] + recs[i].tag[2];
    printf("%g\n", sum);
    return pool[6];
}
