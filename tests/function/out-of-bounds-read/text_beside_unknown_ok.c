// One text is the caller's and unknown; the other pointer is past the end all the same.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int use_strcmp(char *key) {
  char text[16] = "ab";
  int result = strcmp(text + 1, key);
  return result;
}

int use_strcasecmp(char *key) {
  char text[16] = "ab";
  int result = strcasecmp(text + 1, key);
  return result;
}

int use_strncmp(char *key) {
  char text[16] = "ab";
  int result = strncmp(text + 1, key, 3);
  return result;
}

int use_strstr(char *key) {
  char text[16] = "ab";
  int result = strstr(text + 1, key) != 0;
  return result;
}

int use_strcmp_second(char *key) {
  char text[16] = "ab";
  int result = strcmp(key, text + 1);
  return result;
}

int use_strcpy_from(char *key) {
  char text[16] = "ab";
  int result = strcpy(key, text + 1) != 0;
  return result;
}

int use_strcat_from(char *key) {
  char text[16] = "ab";
  int result = strcat(key, text + 1) != 0;
  return result;
}
