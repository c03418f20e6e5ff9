// The last member has one character and room for more behind it, if the node was made with it. A node of the
// caller's may have a text of any length; one that was made here without room for more has none.
#include <stdlib.h>
#include <string.h>

struct pair {
  struct pair *next;
  size_t serial;
  char key[1];
};
struct table {
  struct pair **bucket;
  unsigned n;
};

struct pair *find(struct table *t, const char *key, size_t hash) {
  struct pair *p = t->bucket[hash % t->n];
  while (p) {
    if (strcmp(p->key, key) == 0)
      return p;
    p = p->next;
  }
  return NULL;
}

int same_key(const char *key) {
  struct pair *p = calloc(1, sizeof *p);
  if (p == NULL)
    return 0;
  int result = strcmp(p->key, key);
  free(p);
  return result;
}
