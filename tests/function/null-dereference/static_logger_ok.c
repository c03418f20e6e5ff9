// Nothing sets the first logger; the second is set by callers that want one.
#include <stddef.h>

struct logger {
    int level;
    int lines;
};

static struct logger *logger;
struct logger *public_logger;
static struct logger *lent_logger;
static struct logger *table_logger;

struct slot {
    const char *name;
    struct logger **logger;
};

const struct slot slots[] = {{"table", &table_logger}};

void set_logger(struct logger *new_logger) {
    logger = new_logger;
}

struct logger **lend_logger(void) {
    return &lent_logger;
}

void log_line(void) {
    logger->lines++;
}

void log_public(void) {
    public_logger->lines++;
}

void log_lent(void) {
    lent_logger->lines++;
}

void log_table(void) {
    table_logger->lines++;
}
