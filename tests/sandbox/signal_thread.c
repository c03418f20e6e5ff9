// All other calls that send a signal. refused: all, happens: yes
#include "hostile.h"
#include <string.h>
void signal_thread(void) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_code = SI_QUEUE;
    TRY("tgkill", SYS_tgkill, SIBLING, SIBLING, SIGUSR1);
    TRY("tkill", SYS_tkill, SIBLING, SIGUSR1);
    TRY("rt_sigqueueinfo", SYS_rt_sigqueueinfo, SIBLING, SIGUSR1, &info);
    TRY("rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo, SIBLING, SIBLING, SIGUSR1, &info);
    long fd = syscall(SYS_pidfd_open, SIBLING, 0);
    TRY("pidfd_send_signal", SYS_pidfd_send_signal, fd, SIGUSR1, 0, 0);
}
