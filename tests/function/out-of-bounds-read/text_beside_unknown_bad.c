// One text is the caller's and unknown; the other pointer is past the end all the same.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int use_strcmp(char *key) {
  char text[16] = "ab";
  int result = strcmp(text + 20, key); // expect: out-of-bounds-read
  return result;
}

int use_strcasecmp(char *key) {
  char text[16] = "ab";
  int result = strcasecmp(text + 20, key); // expect: out-of-bounds-read
  return result;
}

int use_strncmp(char *key) {
  char text[16] = "ab";
  int result = strncmp(text + 20, key, 3); // expect: out-of-bounds-read
  return result;
}

int use_strstr(char *key) {
  char text[16] = "ab";
  int result = strstr(text + 20, key) != 0; // expect: out-of-bounds-read
  return result;
}

int use_strcmp_second(char *key) {
  char text[16] = "ab";
  int result = strcmp(key, text + 20); // expect: out-of-bounds-read
  return result;
}

int use_strcpy_from(char *key) {
  char text[16] = "ab";
  int result = strcpy(key, text + 20) != 0; // expect: out-of-bounds-read
  return result;
}

int use_strcat_from(char *key) {
  char text[16] = "ab";
  int result = strcat(key, text + 20) != 0; // expect: out-of-bounds-read
  return result;
}
