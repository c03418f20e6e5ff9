// One text is the caller's and unknown; the other pointer is null.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int use_strcmp(char *key) {
  const char *text = "";
  int result = strcmp(text, key);
  return result;
}

int use_strcasecmp(char *key) {
  const char *text = "";
  int result = strcasecmp(text, key);
  return result;
}

int use_strncmp(char *key) {
  const char *text = "";
  int result = strncmp(text, key, 3);
  return result;
}

int use_strstr(char *key) {
  const char *text = "";
  int result = strstr(text, key) != 0;
  return result;
}

int use_strcmp_second(char *key) {
  const char *text = "";
  int result = strcmp(key, text);
  return result;
}

int use_strcpy_from(char *key) {
  const char *text = "";
  int result = strcpy(key, text) != 0;
  return result;
}

int use_strcat_from(char *key) {
  const char *text = "";
  int result = strcat(key, text) != 0;
  return result;
}
