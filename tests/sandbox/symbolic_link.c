// A way out of the directory, to a file and to a directory. happens: yes
#include "hostile.h"
#define PLACE OUTSIDE "/symbolic_link"
void symbolic_link(void) {
    TRY("symlink", SYS_symlinkat, PLACE "/file", AT_FDCWD, "link");
    TRY("write", SYS_write, told("open", opened("link", O_WRONLY | O_TRUNC)), "x", 1);
    TRY("symlink", SYS_symlinkat, PLACE, AT_FDCWD, "way");
    told("create", opened("way/new", O_CREAT | O_WRONLY));
    TRY("symlink out", SYS_symlinkat, "/etc/passwd", AT_FDCWD, PLACE "/planted");
    told("up", opened("../planted", O_CREAT | O_WRONLY));
}
