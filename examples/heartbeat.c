// Answers a heartbeat: one byte of type, two of length, then that many bytes to echo.
//
// What to look for: the length in the message is trusted over the length of what was
// received. A short message that claims to be long is answered with whatever lies behind
// it in memory, as OpenSSL once did.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 3, REQUEST = 1, RESPONSE = 2, LIMIT = 64 };

// Sends the payload back; 0 if the message is not a request.
static int answer(const unsigned char *message, size_t received, FILE *out) {
    if (received < HEADER || message[0] != REQUEST)
        return 0;
    size_t length = (size_t)message[1] << 8 | message[2];
    unsigned char *response = malloc(HEADER + length);
    if (response == NULL)
        return 0;
    response[0] = RESPONSE;
    response[1] = message[1];
    response[2] = message[2];
    memcpy(response + HEADER, message + HEADER, length);
    size_t sent = fwrite(response, 1, HEADER + length, out);
    free(response);
    return sent == HEADER + length;
}

int main(void) {
    unsigned char buffer[LIMIT];
    size_t received = fread(buffer, 1, sizeof buffer, stdin);
    // A copy of just the right size, as a network layer hands it over.
    unsigned char *message = malloc(received + 1);
    if (message == NULL)
        return 1;
    memcpy(message, buffer, received);
    int answered = answer(message, received, stdout);
    free(message);
    return answered ? 0 : 1;
}
