// Text processing through files: fscanf records, line numbering, ungetc and feof discipline.
// files: in.csv out.txt
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row { char name[16]; int qty; double price; };

static int by_total(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    double d = x->qty * x->price - y->qty * y->price;
    return d < 0 ? -1 : d > 0;
}

int main(void) {
    FILE *f = fopen("in.csv", "w");
    if (!f) return 1;
    fputs("# inventory\nbolt,100,0.25\nnut,250,0.10\ngear,4,12.5\n# end\nspring,30,1.75\n", f);
    fclose(f);
    f = fopen("in.csv", "r");
    struct row rows[8];
    int n = 0, c, comments = 0;
    while ((c = fgetc(f)) != EOF) {
        if (c == '#') {
            comments++;
            while ((c = fgetc(f)) != EOF && c != '\n')
                ;
            continue;
        }
        ungetc(c, f);
        struct row *r = &rows[n];
        if (fscanf(f, "%15[^,],%d,%lf\n", r->name, &r->qty, &r->price) == 3) n++;
    }
    printf("%d rows %d comments eof %d\n", n, comments, feof(f) != 0);
    fclose(f);
    qsort(rows, (size_t)n, sizeof rows[0], by_total);
    FILE *out = fopen("out.txt", "w+");
    double total = 0;
    for (int i = 0; i < n; i++) {
        total += rows[i].qty * rows[i].price;
        fprintf(out, "%-10s|%5d|%8.2f|%9.3e\n", rows[i].name, rows[i].qty, rows[i].price, total);
    }
    rewind(out);
    char line[64];
    for (int i = 1; fgets(line, sizeof line, out); i++) printf("%02d: %s", i, line);
    printf("%d\n", feof(out) != 0);
    fseek(out, 0, SEEK_SET);
    fpos_t pos;
    fgets(line, sizeof line, out);
    fgetpos(out, &pos);
    fgets(line, sizeof line, out);
    char second[64];
    strcpy(second, line);
    fsetpos(out, &pos);
    fgets(line, sizeof line, out);
    printf("%d\n", strcmp(second, line));
    fclose(out);
    return n;
}
