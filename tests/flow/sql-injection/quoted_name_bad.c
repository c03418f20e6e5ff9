// A name in a query can end its quotes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

typedef struct sqlite3 sqlite3;
int sqlite3_exec(sqlite3 *, const char *, void *, void *, char **);
int sqlite3_open(const char *, sqlite3 **);

int main(void) {
    char name[20], query[80];
    sqlite3 *database;
    if (sqlite3_open("users", &database) != 0)
        return 1;
    if (!line(name, sizeof name, stdin))
        return 1;
    snprintf(query, sizeof query, "SELECT id FROM users WHERE name = '%s'", name);
    return sqlite3_exec(database, query, 0, 0, 0); // expect: sql-injection
}
