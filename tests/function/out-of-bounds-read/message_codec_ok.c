// A header of four bytes, and as many as it says behind it.
#include <stdint.h>
#include <string.h>

struct message {
    uint8_t kind;
    uint8_t body[32];
    size_t length;
};

int decode(struct message *message, const uint8_t *bytes, size_t length) {
    if (length < 2)
        return -1;
    message->kind = bytes[0];
    message->length = bytes[1];
    if (message->length > sizeof message->body || message->length > length - 2)
        return -1;
    memcpy(message->body, bytes + 2, message->length);
    return 0;
}

uint32_t checksum(const uint8_t *bytes, size_t length) {
    uint8_t head[4] = {0};
    if (length > 4)
        length = 4;
    memcpy(head, bytes, length);
    return (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
}

size_t encode(const struct message *message, uint8_t *into, size_t room) {
    if (room < message->length + 2)
        return 0;
    into[0] = message->kind;
    into[1] = (uint8_t)message->length;
    memcpy(into + 2, message->body, message->length);
    return message->length + 2;
}
