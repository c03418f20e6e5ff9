// Writing past a global array, through a pointer to its end.
static char buffer[8];
int main(void) {
    char *p = buffer + 8;
    *p = 'x'; // expect: buffer-overflow
    return buffer[0];
}
