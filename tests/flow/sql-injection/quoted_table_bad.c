// The quotes of a name are ended by the input.
#include <stdio.h>
#include <string.h>

int mysql_query(void *, const char *);

int main(int argc, char **argv) {
    char query[100];
    if (argc < 2)
        return 1;
    snprintf(query, sizeof query, "SELECT count(*) FROM `%s`", argv[1]);
    return mysql_query(NULL, query) != 0; // expect: sql-injection
}
