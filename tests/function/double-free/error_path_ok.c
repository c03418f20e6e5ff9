// The buffer is freed where the error is, and at the end.
#include <stdio.h>
#include <stdlib.h>

struct packet {
    unsigned char *payload;
    int length;
};

int send_packet(struct packet *packet, int descriptor) {
    int status = 0;
    if (packet->length > 1500) {
        fprintf(stderr, "too long for %d\n", descriptor);
        free(packet->payload);
        packet->payload = NULL;
        status = -1;
    }
    free(packet->payload);
    packet->payload = NULL;
    return status;
}

void drop_payloads(struct packet *a, struct packet *b) {
    free(a->payload);
    free(b->payload);
    a->payload = b->payload = NULL;
}
