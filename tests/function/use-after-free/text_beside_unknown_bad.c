// One text is the caller's and unknown; the other one has been freed.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int use_strcmp(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strcmp(text, key); // expect: use-after-free
  return result;
}

int use_strcasecmp(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strcasecmp(text, key); // expect: use-after-free
  return result;
}

int use_strncmp(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strncmp(text, key, 3); // expect: use-after-free
  return result;
}

int use_strstr(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strstr(text, key) != 0; // expect: use-after-free
  return result;
}

int use_strcmp_second(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strcmp(key, text); // expect: use-after-free
  return result;
}

int use_strcpy_from(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strcpy(key, text) != 0; // expect: use-after-free
  return result;
}

int use_strcat_from(char *key) {
  char *text = strdup("ab");
  if (text == NULL) return 0;
  free(text);
  int result = strcat(key, text) != 0; // expect: use-after-free
  return result;
}
