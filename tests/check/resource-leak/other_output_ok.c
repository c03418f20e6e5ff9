// Standard output goes to a file from here on; what was read is closed.
#include <stdio.h>

int main(void) {
    FILE *input = fopen("list.txt", "r");
    FILE *scratch = tmpfile();
    if (input && freopen("report.txt", "w", stdout))
        puts("there is a list");
    if (input)
        fclose(input);
    if (scratch)
        fclose(scratch);
    return 0;
}
