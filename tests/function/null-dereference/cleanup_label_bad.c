// All errors leave through one label.
#include <stdio.h>
#include <stdlib.h>

struct journal {
    char *name;
    FILE *log;
};

int close_journal(struct journal *journal) {
    int status = -1;
    if (journal == NULL)
        goto out;
    if (journal->name == NULL)
        goto out;
    puts(journal->name);
    status = 0;
out:
    free(journal->name); // expect: null-dereference
    journal->name = NULL;
    return status;
}
