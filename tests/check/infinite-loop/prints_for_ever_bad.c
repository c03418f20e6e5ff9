// The loop prints and forgets to count down: that it says something does not make it end.
#include <stdio.h>

int main(void) {
  int left = getchar();
  while (left > 0) { // expect: infinite-loop
    printf("%d left\n", left);
    fputs("next\n", stderr);
  }
  puts("done");
  return 0;
}
