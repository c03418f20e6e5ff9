// Standard output goes to a file from here on; what was read is closed.
#include <stdio.h>

int main(void) {
    FILE *input = fopen("list.txt", "r"); // expect: resource-leak
    FILE *scratch = tmpfile();
    if (input && freopen("report.txt", "w", stdout))
        puts("there is a list");
    if (scratch)
        fclose(scratch);
    return 0;
}
