// A function without a prototype is called with what it takes once promoted.
#include <stdio.h>

double scale();
int letter();
void done();

int main(int argc, char **argv) {
    (void)argv;
    float half = 0.5f;
    char c = 'a';
    printf("%f\n", scale(half));
    printf("%d\n", letter(c, (unsigned)argc));
    done(&half);
    return 0;
}

double scale(x)
float x;
{
    return x * 2;
}

int letter(c, count)
char c;
int count;
{
    return c == 'a' ? count : 0;
}

void done(p)
void *p;
{
    if (p == NULL)
        puts("done");
}
