// Another function says where a word ends.
char *end_of(char *text);

long length_of(char *text) {
    char first = *text;
    char *end = end_of(text);
    if (end == 0 || *end == *text)
        return 0;
    return end - text;
}
