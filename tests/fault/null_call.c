// A call through a null function pointer.
struct ops { int (*open)(int); };
static int use(struct ops *o) {
    return o->open(1); // expect: bad-call
}
int main(void) {
    struct ops none = {0};
    return use(&none);
}
