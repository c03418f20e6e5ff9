// Every function that reads text, given a pointer past the end at an offset that the caller chooses.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char other[64];
static int number;

int use_strlen(unsigned n) {
  char text[16] = "ab";
  return strlen(text + n % 3);
}

int use_strcmp(unsigned n) {
  char text[16] = "ab";
  return strcmp(text + n % 3, "abc");
}

int use_strcmp_second(unsigned n) {
  char text[16] = "ab";
  return strcmp("abc", text + n % 3);
}

int use_strncmp(unsigned n) {
  char text[16] = "ab";
  return strncmp(text + n % 3, "abc", 3);
}

int use_strcasecmp(unsigned n) {
  char text[16] = "ab";
  return strcasecmp(text + n % 3, "abc");
}

int use_memcmp(unsigned n) {
  char text[16] = "ab";
  return memcmp(text + n % 3, "abc", 3);
}

int use_strchr(unsigned n) {
  char text[16] = "ab";
  return strchr(text + n % 3, 98) != 0;
}

int use_strrchr(unsigned n) {
  char text[16] = "ab";
  return strrchr(text + n % 3, 98) != 0;
}

int use_memchr(unsigned n) {
  char text[16] = "ab";
  return memchr(text + n % 3, 98, 4) != 0;
}

int use_strstr(unsigned n) {
  char text[16] = "ab";
  return strstr(text + n % 3, "bc") != 0;
}

int use_strspn(unsigned n) {
  char text[16] = "ab";
  return strspn(text + n % 3, "ab");
}

int use_strcspn(unsigned n) {
  char text[16] = "ab";
  return strcspn(text + n % 3, "cd");
}

int use_strpbrk(unsigned n) {
  char text[16] = "ab";
  return strpbrk(text + n % 3,"cd") != 0;
}

int use_strcpy_from(unsigned n) {
  char text[16] = "ab";
  return strcpy(other, text + n % 3) == 0;
}

int use_strncpy_from(unsigned n) {
  char text[16] = "ab";
  return strncpy(other, text + n % 3, 4) == 0;
}

int use_memcpy_from(unsigned n) {
  char text[16] = "ab";
  return memcpy(other, text + n % 3, 4) == 0;
}

int use_strcat_from(unsigned n) {
  char text[16] = "ab";
  return strcat(other, text + n % 3) == 0;
}

int use_atoi(unsigned n) {
  char text[16] = "ab";
  return atoi(text + n % 3);
}

int use_strtol(unsigned n) {
  char text[16] = "ab";
  return strtol(text + n % 3, 0, 10);
}

int use_puts(unsigned n) {
  char text[16] = "ab";
  return puts(text + n % 3);
}

int use_printf(unsigned n) {
  char text[16] = "ab";
  return printf("%s\n", text + n % 3);
}

int use_snprintf_from(unsigned n) {
  char text[16] = "ab";
  return snprintf(other, 8, "%s", text + n % 3);
}

int use_strnlen(unsigned n) {
  char text[16] = "ab";
  return strnlen(text + n % 3, 4);
}

int use_fputs(unsigned n) {
  char text[16] = "ab";
  return fputs(text + n % 3, stdout);
}

int use_fwrite(unsigned n) {
  char text[16] = "ab";
  return fwrite(text + n % 3, 1, 4, stdout);
}

int use_sscanf(unsigned n) {
  char text[16] = "ab";
  return sscanf(text + n % 3, "%d", &number);
}
