// What another file finds, or does not.
#include <stdio.h>

struct user {
    int id;
    char name[16];
};

struct user *find_user(int id);
void add_user(int id);

int show(int id) {
    struct user *user = find_user(id);
    if (user == NULL)
        printf("no user %d\n", id);
    return printf("%s\n", user->name); // expect: null-dereference
}

int ensure(int id) {
    if (find_user(id) == NULL)
        add_user(id);
    return find_user(id)->id;
}

int trusted(int id) {
    return find_user(id)->id;
}
