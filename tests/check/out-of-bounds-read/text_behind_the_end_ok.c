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
    n += strlen(block + k);
    break;
  case 'b':
    n += strcmp(block + 4, word);
    break;
  case 'c':
    n += strcmp(word, block + k);
    break;
  case 'd':
    n += memcmp(block + 4, "abc", 3);
    break;
  case 'e':
    n += strchr(block + k, 98) != 0;
    break;
  case 'f':
    n += strstr(block + 4, "bc") != 0;
    break;
  case 'g':
    n += strspn(block + k, "ab");
    break;
  case 'h':
    strcpy(word, block + 4);
    break;
  case 'i':
    strncpy(word, block + k, 3);
    break;
  case 'j':
    memcpy(word, block + 4, 4);
    break;
  case 'k':
    strcat(word, block + k);
    break;
  case 'l':
    n += atoi(block + 4);
    break;
  case 'm':
    n += strtol(block + k, NULL, 10);
    break;
  case 'n':
    puts(block + 4);
    break;
  case 'o':
    printf("%s\n", block + k);
    break;
  case 'p':
    snprintf(word, 8, "%s", block + 4);
    break;
  case 'q':
    fputs(block + k, stdout);
    break;
  case 'r':
    fwrite(block + 4, 1, 4, stdout);
    break;
  default:
    break;
  }
  free(block);
  return n == 7;
}
