// Every function that reads text, given a pointer before the beginning at an offset that the caller chooses.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char other[64];
static int number;

int use_strlen(unsigned n) {
  char text[16] = "ab";
  return strlen(text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_strcmp(unsigned n) {
  char text[16] = "ab";
  return strcmp(text - 1 - n % 8, "abc"); // expect: out-of-bounds-read
}

int use_strcmp_second(unsigned n) {
  char text[16] = "ab";
  return strcmp("abc", text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_strncmp(unsigned n) {
  char text[16] = "ab";
  return strncmp(text - 1 - n % 8, "abc", 3); // expect: out-of-bounds-read
}

int use_strcasecmp(unsigned n) {
  char text[16] = "ab";
  return strcasecmp(text - 1 - n % 8, "abc"); // expect: out-of-bounds-read
}

int use_memcmp(unsigned n) {
  char text[16] = "ab";
  return memcmp(text - 1 - n % 8, "abc", 3); // expect: out-of-bounds-read
}

int use_strchr(unsigned n) {
  char text[16] = "ab";
  return strchr(text - 1 - n % 8, 98) != 0; // expect: out-of-bounds-read
}

int use_strrchr(unsigned n) {
  char text[16] = "ab";
  return strrchr(text - 1 - n % 8, 98) != 0; // expect: out-of-bounds-read
}

int use_memchr(unsigned n) {
  char text[16] = "ab";
  return memchr(text - 1 - n % 8, 98, 4) != 0; // expect: out-of-bounds-read
}

int use_strstr(unsigned n) {
  char text[16] = "ab";
  return strstr(text - 1 - n % 8, "bc") != 0; // expect: out-of-bounds-read
}

int use_strspn(unsigned n) {
  char text[16] = "ab";
  return strspn(text - 1 - n % 8, "ab"); // expect: out-of-bounds-read
}

int use_strcspn(unsigned n) {
  char text[16] = "ab";
  return strcspn(text - 1 - n % 8, "cd"); // expect: out-of-bounds-read
}

int use_strpbrk(unsigned n) {
  char text[16] = "ab";
  return strpbrk(text - 1 - n % 8,"cd") != 0; // expect: out-of-bounds-read
}

int use_strcpy_from(unsigned n) {
  char text[16] = "ab";
  return strcpy(other, text - 1 - n % 8) == 0; // expect: out-of-bounds-read
}

int use_strncpy_from(unsigned n) {
  char text[16] = "ab";
  return strncpy(other, text - 1 - n % 8, 4) == 0; // expect: out-of-bounds-read
}

int use_memcpy_from(unsigned n) {
  char text[16] = "ab";
  return memcpy(other, text - 1 - n % 8, 4) == 0; // expect: out-of-bounds-read
}

int use_strcat_from(unsigned n) {
  char text[16] = "ab";
  return strcat(other, text - 1 - n % 8) == 0; // expect: out-of-bounds-read
}

int use_atoi(unsigned n) {
  char text[16] = "ab";
  return atoi(text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_strtol(unsigned n) {
  char text[16] = "ab";
  return strtol(text - 1 - n % 8, 0, 10); // expect: out-of-bounds-read
}

int use_puts(unsigned n) {
  char text[16] = "ab";
  return puts(text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_printf(unsigned n) {
  char text[16] = "ab";
  return printf("%s\n", text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_snprintf_from(unsigned n) {
  char text[16] = "ab";
  return snprintf(other, 8, "%s", text - 1 - n % 8); // expect: out-of-bounds-read
}

int use_strnlen(unsigned n) {
  char text[16] = "ab";
  return strnlen(text - 1 - n % 8, 4); // expect: out-of-bounds-read
}

int use_fputs(unsigned n) {
  char text[16] = "ab";
  return fputs(text - 1 - n % 8, stdout); // expect: out-of-bounds-read
}

int use_fwrite(unsigned n) {
  char text[16] = "ab";
  return fwrite(text - 1 - n % 8, 1, 4, stdout); // expect: out-of-bounds-read
}

int use_sscanf(unsigned n) {
  char text[16] = "ab";
  return sscanf(text - 1 - n % 8, "%d", &number); // expect: out-of-bounds-read
}
