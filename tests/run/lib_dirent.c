// Directories: mkdir, opendir and readdir with names sorted, scandir, chdir and removal.
// flags: -D_GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
    if (mkdir("tree", 0755)) return 1;
    const char *files[] = {"tree/beta", "tree/alpha", "tree/gamma.txt"};
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen(files[i], "w");
        fprintf(f, "%d", i);
        fclose(f);
    }
    mkdir("tree/sub", 0700);
    DIR *d = opendir("tree");
    char *names[16];
    int n = 0;
    for (struct dirent *e; (e = readdir(d));) names[n++] = strdup(e->d_name);
    closedir(d);
    qsort(names, (size_t)n, sizeof *names, by_name);
    for (int i = 0; i < n; i++) {
        printf("%s ", names[i]);
        free(names[i]);
    }
    printf("%d\n", n);
    printf("%d\n", opendir("nowhere") == NULL);
    printf("%d ", chdir("tree"));
    printf("%d %d\n", access("alpha", F_OK), access("tree", F_OK));
    printf("%d\n", rmdir("sub"));
    remove("alpha");
    remove("beta");
    remove("gamma.txt");
    printf("%d ", chdir(".."));
    printf("%d ", rmdir("tree"));
    printf("%d\n", access("tree", F_OK));
    return n;
}
