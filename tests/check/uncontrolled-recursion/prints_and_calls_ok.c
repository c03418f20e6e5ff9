// Each call prints before it calls itself, without end: output must not make a recursion slow to follow.
#include <stdio.h>

static void descend(int level) {
  printf("level %d\n", level);
  if (level < 20000)
    descend(level + 1);
}

int main(void) {
  descend(1);
  return 0;
}
