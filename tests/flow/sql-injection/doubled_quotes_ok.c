// Quotes are doubled, so that none ends the text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_close(sqlite3 *);
int sqlite3_exec(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);

static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char name[8], escaped[20], query[80];
    sqlite3 *database;
    size_t end = 0;
    if (!line(name, sizeof name, stdin) || sqlite3_open("users.db", &database) != 0)
        return 1;
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == '\'')
            escaped[end++] = '\'';
        escaped[end++] = *at;
    }
    escaped[end] = '\0';
    snprintf(query, sizeof query, "SELECT * FROM users WHERE name = '%s'", escaped);
    sqlite3_exec(database, query, NULL, NULL, NULL);
    return sqlite3_close(database);
}
