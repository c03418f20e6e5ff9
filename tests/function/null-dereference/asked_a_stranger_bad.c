// A helper asks a stranger.
#include <stddef.h>
struct user {
    int flags;
};
struct user *look_up(const char *name);
struct user *make(const char *name);

static struct user *create(const char *name) {
    if (look_up(name) != NULL)
        return NULL;
    struct user *user = make(name);
    user->flags = 1;
    return user;
}

int first_user(void) {
    struct user *user = create("first");
    if (user == NULL)
        return user->flags; // expect: null-dereference
    return 0;
}
