// Every function that writes text, given a pointer past the end at an offset that the caller chooses.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char other[64];

int use_strcpy(unsigned n) {
  char text[16] = "ab";
  strcpy(text + 16 + n % 8, "abc"); // expect: buffer-overflow
  return text[0];
}

int use_strncpy(unsigned n) {
  char text[16] = "ab";
  strncpy(text + 16 + n % 8, "abc", 4); // expect: buffer-overflow
  return text[0];
}

int use_memcpy(unsigned n) {
  char text[16] = "ab";
  memcpy(text + 16 + n % 8, "abc", 4); // expect: buffer-overflow
  return text[0];
}

int use_memset(unsigned n) {
  char text[16] = "ab";
  memset(text + 16 + n % 8, 0, 4); // expect: buffer-overflow
  return text[0];
}

int use_sprintf(unsigned n) {
  char text[16] = "ab";
  sprintf(text + 16 + n % 8, "abc"); // expect: buffer-overflow
  return text[0];
}

int use_snprintf(unsigned n) {
  char text[16] = "ab";
  snprintf(text + 16 + n % 8, 4, "abc"); // expect: buffer-overflow
  return text[0];
}

int use_stpcpy(unsigned n) {
  char text[16] = "ab";
  stpcpy(text + 16 + n % 8, "abc"); // expect: buffer-overflow
  return text[0];
}
