// What should be a number is not quoted at all.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

typedef struct mysql MYSQL;
int mysql_query(MYSQL *, const char *);
MYSQL *mysql_init(MYSQL *);

int main(void) {
    char id[12], query[80];
    MYSQL *database = mysql_init(NULL);
    if (!line(id, sizeof id, stdin))
        return 1;
    snprintf(query, sizeof query, "DELETE FROM posts WHERE id = %s", id);
    return mysql_query(database, query); // expect: sql-injection
}
