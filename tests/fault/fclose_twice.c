// Closing a stream twice.
#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (!f)
        return 0;
    fclose(f);
    fclose(f); // expect: use-after-free library-misuse
    return 0;
}
