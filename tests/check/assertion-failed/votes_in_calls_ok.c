// A vote for yes or no weighs two.
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
    unsigned char ballots[6];
    struct votes votes = {0, 0, 0};
    int weight = 0;
    if (fread(ballots, 1, sizeof ballots, stdin) != sizeof ballots)
        return 1;
    for (int i = 0; i < 6; i++) {
        vote(&votes, ballots[i]);
        weight += heavier(ballots[i]);
    }
    if (votes.yes == 4)
        assert(weight >= 10);
    return 0;
}
