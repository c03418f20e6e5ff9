// Standard input is there to be reopened, also when it is closed.
#include <stdio.h>

int main(void) {
    fclose(stdin);
    if (freopen("second.txt", "r", stdin) == NULL) return 1;
    printf("%d\n", getchar());
    fclose(stdin);
    return 0;
}
