// Several files: tentative definitions, common symbols and incomplete array types.
// flags: -fcommon
#include <stdio.h>

int common_int;
int common_int;
int common_array[8];
int initialised;
static int internal[4];
static int internal[4];
struct box { int w, h; };
struct box common_box;
extern int sized_elsewhere[];
double only_here;

void fill(void);
int sum(void);

int main(void) {
    printf("%d %d %d\n", common_int, common_array[7], initialised);
    fill();
    printf("%d %d %d\n", common_int, common_array[7], initialised);
    common_int = 6;
    common_array[0] = 100;
    printf("%d\n", sum());
    printf("%d %d\n", common_box.w, common_box.h);
    for (int i = 0; i < 3; i++) printf("%d ", sized_elsewhere[i]);
    internal[3]++;
    printf("%d %g\n", internal[3], only_here);
    return initialised;
}
