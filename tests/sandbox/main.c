/* Does the deed that the test asks for, and then faults, so that a confirmed finding shows that it was done. */
#include "hostile.h"
#include <sys/prctl.h>

#define DEED(name) void name(void);
#include "deeds.h"
#undef DEED
#define DEED(name) name,
static void (*const deeds[])(void) = {
#include "deeds.h"
};

int which_deed(void);

static char *digits(char *at, unsigned long number) {
    if (number >= 10) at = digits(at, number / 10);
    *at = (char)('0' + number % 10);
    return at + 1;
}

long told(const char *what, long result) {
    char line[128], *at = line;
    long value = result == -1 ? -errno : result;
    for (const char *word = "deed: "; *word; word++) *at++ = *word;
    for (; *what && at < line + 90; what++) *at++ = *what;
    *at++ = ' ';
    if (value < 0) *at++ = '-';
    at = digits(at, value < 0 ? -(unsigned long)value : (unsigned long)value);
    *at++ = '\n';
    syscall(SYS_write, 2, line, at - line);
    return result;
}

int main(void) {
    int which = which_deed();
    syscall(SYS_prctl, PR_SET_NAME, STRING(TAG));
    told("begin", which);
    deeds[which]();
    told("end", which);
    int zero = which_deed();
    return 1 / zero; // here
}
