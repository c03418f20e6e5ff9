// Sells a ticket: the age decides the price, and a card takes a part of it off.
//
// What to look for: a traveller between 6 and 15. The branch for children sets the price
// and forgets the discount, so what is printed depends on what was in memory before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ticket {
    int price;    // in cents
    int discount; // in percent
};

static struct ticket *sell(int age, int has_card) {
    struct ticket *ticket = malloc(sizeof *ticket);
    if (ticket == NULL)
        return NULL;
    if (age < 6) {
        ticket->price = 0;
        ticket->discount = 0;
    } else if (age < 16) {
        ticket->price = 1200;
    } else {
        ticket->price = 2400;
        ticket->discount = has_card ? 50 : 0;
    }
    return ticket;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: ticket AGE [card]\n", stderr);
        return 1;
    }
    int has_card = argc > 2 && strcmp(argv[2], "card") == 0;
    struct ticket *ticket = sell(atoi(argv[1]), has_card);
    if (ticket == NULL)
        return 1;
    printf("%d cents\n", ticket->price - ticket->price * ticket->discount / 100);
    free(ticket);
    return 0;
}
