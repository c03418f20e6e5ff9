// A menu reads its answers by gets into a member.
// flags: -std=gnu99
#include <stdio.h>

struct session {
    char answer[128];
    int asked;
};

static int ask(struct session *s) {
    s->asked++;
    return fgets(s->answer, sizeof s->answer, stdin) != NULL && s->answer[0] == 'y';
}

int main(void) {
    struct session s = {"", 0};
    printf("%d\n", ask(&s));
    return 0;
}
