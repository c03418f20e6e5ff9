// A name in quotes of its own cannot be left without them.
#include <stdio.h>
#include <string.h>

int mysql_query(void *, const char *);

int main(int argc, char **argv) {
    char query[100];
    if (argc < 2 || strchr(argv[1], '`') != NULL)
        return 1;
    snprintf(query, sizeof query, "SELECT count(*) FROM `%s`", argv[1]);
    return mysql_query(NULL, query) != 0;
}
