// One text is the caller's and unknown; the allocation of the other one is not checked.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int use_strcmp(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strcmp(text, key);
  free(text);
  return result;
}

int use_strcasecmp(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strcasecmp(text, key);
  free(text);
  return result;
}

int use_strncmp(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strncmp(text, key, 3);
  free(text);
  return result;
}

int use_strstr(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strstr(text, key) != 0;
  free(text);
  return result;
}

int use_strcmp_second(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strcmp(key, text);
  free(text);
  return result;
}

int use_strcpy_from(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strcpy(key, text) != 0;
  free(text);
  return result;
}

int use_strcat_from(char *key) {
  char *text = calloc(4, 1);
  if (text == NULL) return 0;
  int result = strcat(key, text) != 0;
  free(text);
  return result;
}
