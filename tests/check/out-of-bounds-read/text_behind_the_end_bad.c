// Text functions that are given a pointer behind the end of a block, some at a known offset and some at one that the
// input says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char word[64] = "ab";
  int n = 0;
  char *block = malloc(16);
  if (block == NULL || argc < 2 || argv[1][0] == '\0') {
    free(block);
    return 1;
  }
  memset(block, 'a', 15);
  block[15] = '\0';
  unsigned k = (unsigned char)argv[1][1] % 4;
  switch (argv[1][0]) {
  case 'a':
    n += strlen(block + 16 + k); // expect: out-of-bounds-read
    break;
  case 'b':
    n += strcmp(block + 20, word); // expect: out-of-bounds-read
    break;
  case 'c':
    n += strcmp(word, block + 16 + k); // expect: out-of-bounds-read
    break;
  case 'd':
    n += memcmp(block + 20, "abc", 3); // expect: out-of-bounds-read
    break;
  case 'e':
    n += strchr(block + 16 + k, 98) != 0; // expect: out-of-bounds-read
    break;
  case 'f':
    n += strstr(block + 20, "bc") != 0; // expect: out-of-bounds-read
    break;
  case 'g':
    n += strspn(block + 16 + k, "ab"); // expect: out-of-bounds-read
    break;
  case 'h':
    strcpy(word, block + 20); // expect: out-of-bounds-read
    break;
  case 'i':
    strncpy(word, block + 16 + k, 3); // expect: out-of-bounds-read
    break;
  case 'j':
    memcpy(word, block + 20, 4); // expect: out-of-bounds-read
    break;
  case 'k':
    strcat(word, block + 16 + k); // expect: out-of-bounds-read
    break;
  case 'l':
    n += atoi(block + 20); // expect: out-of-bounds-read
    break;
  case 'm':
    n += strtol(block + 16 + k, NULL, 10); // expect: out-of-bounds-read
    break;
  case 'n':
    puts(block + 20); // expect: out-of-bounds-read
    break;
  case 'o':
    printf("%s\n", block + 16 + k); // expect: out-of-bounds-read
    break;
  case 'p':
    snprintf(word, 8, "%s", block + 20); // expect: out-of-bounds-read
    break;
  case 'q':
    fputs(block + 16 + k, stdout); // expect: out-of-bounds-read
    break;
  case 'r':
    fwrite(block + 20, 1, 4, stdout); // expect: out-of-bounds-read
    break;
  default:
    break;
  }
  free(block);
  return n == 7;
}
