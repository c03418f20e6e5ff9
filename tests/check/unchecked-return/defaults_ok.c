// What the program puts there before the call may stay.
#include <stdio.h>
#include <string.h>

int main(void) {
    int width = 80, height = -1;
    char name[16] = "";
    scanf("%d", &width);
    scanf("%d", &height);
    if (height < 0)
        height = 25;
    fgets(name, sizeof name, stdin);
    if (name[0] != '\0')
        printf("%s: ", name);
    printf("%d x %d\n", width, height);
    return 0;
}
