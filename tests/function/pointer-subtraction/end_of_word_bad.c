// Another function says where a word ends.
char *end_of(char *text);

long length_of(char *text) {
    char first[4] = "abc", other[4] = "abd";
    char *end = other + 2;
    if (end_of(text) == 0)
        return 0;
    return end - first; // expect: pointer-subtraction
}
