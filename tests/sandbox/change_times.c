// refused: all, happens: yes
#include "hostile.h"
#define FILE OUTSIDE "/change_times/file"
void change_times(void) {
    struct { long seconds, nanoseconds; } times[2] = {{1, 0}, {1, 0}};
    TRY("utimensat", SYS_utimensat, AT_FDCWD, FILE, times, 0);
    TRY("futimens", SYS_utimensat, opened(FILE, O_RDONLY), 0, times, 0);
#ifdef SYS_utimes
    TRY("utimes", SYS_utimes, FILE, times);
#endif
}
