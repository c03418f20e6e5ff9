// Memory that no process has, and that outlives all. refused: all, happens: yes
#include "hostile.h"
static char much[1 << 20];
void memory_of_kernel(void) {
    long fd = TRY("memfd_create", SYS_memfd_create, "hostile", 0);
    TRY("write", SYS_write, fd, much, sizeof much);
    TRY("shmget", SYS_shmget, IPC_KEY, 4096, 01000 | 0600);
    TRY("semget", SYS_semget, IPC_KEY, 1, 01000 | 0600);
    TRY("msgget", SYS_msgget, IPC_KEY, 01000 | 0600);
    TRY("mq_open", SYS_mq_open, STRING(TAG), O_CREAT | O_RDWR, 0600, 0);
}
