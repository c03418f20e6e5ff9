// A function that takes `const char *` leaves the text as it is, and what one writes that takes
// `char *` ends within the array.
#include <stdio.h>
#include <string.h>

struct entry {
    int id;
    char name[12];
};

void note(const char *text);
enum level { LOW, HIGH };
void note_at(enum level level, const char *text);
void fetch_line(char *to, size_t size);
int fetch_entry(struct entry *to);

int main(int argc, char **argv) {
    char word[8];
    for (int i = 1; i < argc; i++) {
        note(argv[i]);
        if (strcmp(argv[i], "-v") == 0)
            puts("verbose");
    }
    snprintf(word, sizeof word, "%d", argc);
    note(word);
    note_at(HIGH, word);
    size_t total = strlen(word);
    char line[300];
    fetch_line(line, sizeof line);
    total += strlen(line);
    struct entry entry;
    if (fetch_entry(&entry) == 0)
        total += strlen(entry.name);
    return total > 100;
}
