// Ends it, if that can be had. refused: all, happens: maybe
#include "hostile.h"
void trace_sibling(void) {
    if (TRY("seize", SYS_ptrace, 0x4206 /* PTRACE_SEIZE */, SIBLING, 0, 0) == 0) {
        TRY("interrupt", SYS_ptrace, 0x4207, SIBLING, 0, 0);
        TRY("kill", SYS_kill, SIBLING, SIGSTKFLT);
    }
    char byte = 0;
    struct { void *at; size_t size; } here = {&byte, 1}, there = {(void *)VARIABLE, 1};
    byte = 7;
    TRY("process_vm_writev", SYS_process_vm_writev, SIBLING, &here, 1, &there, 1, 0);
}
