// The loop prints and forgets to count down: that it says something does not make it end.
#include <stdio.h>

int main(void) {
  int left = getchar();
  while (left > 0) {
    printf("%d left\n", left);
    left--;
    fputs("next\n", stderr);
  }
  puts("done");
  return 0;
}
