// Keys of the user, which outlive all. refused: all, happens: maybe
#include "hostile.h"
void keys(void) {
    TRY("add_key", SYS_add_key, "user", STRING(TAG), "hostile", 7, -4 /* of the user */);
    TRY("keyctl", SYS_keyctl, 0, -4, 0);
}
