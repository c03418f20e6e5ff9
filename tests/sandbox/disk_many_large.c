// Each as large as a file may be. ends: disk, happens: no
#include "hostile.h"
static char much[1 << 20];
void disk_many_large(void) {
    char name[] = "large-aa";
    for (int i = 0; i < 400; i++) {
        name[6] = (char)('a' + i / 26), name[7] = (char)('a' + i % 26);
        long fd = opened(name, O_CREAT | O_WRONLY);
        for (int k = 0; k < 60 && syscall(SYS_write, fd, much, sizeof much) > 0; k++) {}
    }
}
