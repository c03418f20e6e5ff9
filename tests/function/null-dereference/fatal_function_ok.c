// Whether a function of another file returns is unknown.
#include <stdio.h>

struct config {
    int level;
    void (*on_error)(struct config *config, const char *why);
};

void fatal(const char *format, ...);
void check_failed(const char *text, int line);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __LINE__))

static void give_up(const char *why) {
    fputs(why, stderr);
    fatal("given up: %s", why);
}

int level(const struct config *config) {
    if (config == NULL)
        fatal("no configuration");
    return config->level;
}

int next_level(const struct config *config) {
    if (config == NULL)
        give_up("no configuration");
    return config->level + 1;
}

int half_level(const struct config *config) {
    CHECK(config != NULL);
    return config->level / 2;
}

int part(struct config *config, int *parts) {
    if (parts == NULL)
        config->on_error(config, "no parts");
    return parts[0];
}

int share(struct config *config, int by) {
    if (by == 0)
        config->on_error(config, "division");
    return config->level / by;
}
