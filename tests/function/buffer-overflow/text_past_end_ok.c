// Every function that writes text, given a pointer past the end at an offset that the caller chooses.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char other[64];

int use_strcpy(unsigned n) {
  char text[16] = "ab";
  strcpy(text + n % 3, "abc");
  return text[0];
}

int use_strncpy(unsigned n) {
  char text[16] = "ab";
  strncpy(text + n % 3, "abc", 4);
  return text[0];
}

int use_memcpy(unsigned n) {
  char text[16] = "ab";
  memcpy(text + n % 3, "abc", 4);
  return text[0];
}

int use_memset(unsigned n) {
  char text[16] = "ab";
  memset(text + n % 3, 0, 4);
  return text[0];
}

int use_sprintf(unsigned n) {
  char text[16] = "ab";
  sprintf(text + n % 3, "abc");
  return text[0];
}

int use_snprintf(unsigned n) {
  char text[16] = "ab";
  snprintf(text + n % 3, 4, "abc");
  return text[0];
}

int use_stpcpy(unsigned n) {
  char text[16] = "ab";
  stpcpy(text + n % 3, "abc");
  return text[0];
}
