// A configuration may come without a logger.
#include <stdio.h>

struct logger {
    int level;
    const char *prefix;
};

struct config {
    int port;
    struct logger *logger;
};

static int has_logger(const struct config *config) {
    return config->logger != NULL;
}

static void start(const struct config *config) {
    if (config->port == 0)
        goto failed;
    puts("started");
    return;
failed:
    if (config->logger->level > 0) // expect: null-dereference
        printf("%s: no port\n", config->logger->prefix);
}

int main(void) {
    struct logger logger = {1, "server"};
    struct config loud = {0, &logger}, quiet = {0, NULL};
    start(&loud);
    start(&quiet);
    return has_logger(&quiet);
}
