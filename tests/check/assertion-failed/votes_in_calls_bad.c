// Twenty questions are asked in functions, and the answers are kept in a struct.
// lost with: --no-merge
#include <assert.h>
#include <stdio.h>

struct votes {
    int yes, no, blank;
};

static void vote(struct votes *votes, unsigned char choice) {
    switch (choice) {
    case 'y':
        votes->yes++;
        break;
    case 'n':
        votes->no++;
        break;
    default:
        votes->blank++;
    }
}

static int heavier(unsigned char choice) {
    if (choice > 'm')
        return 2;
    return 1;
}

int main(void) {
    unsigned char ballots[20];
    struct votes votes = {0, 0, 0};
    int weight = 0;
    if (fread(ballots, 1, sizeof ballots, stdin) != sizeof ballots)
        return 1;
    for (int i = 0; i < 20; i++) {
        vote(&votes, ballots[i]);
        weight += heavier(ballots[i]);
    }
    if (votes.yes == 11)
        assert(weight != 33 || votes.no != 1); // expect: assertion-failed
    return 0;
}
