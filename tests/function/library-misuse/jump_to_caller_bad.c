// Errors jump back to the caller of `setjmp`: for a function analysed alone that is a caller, or nothing at all if
// the buffer is its own and was never set.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf on_error;
static sigjmp_buf on_signal;
static int depth;

static void fail(int code)
{
    longjmp(on_error, code);
}

void fail_in_handler(int signal)
{
    siglongjmp(on_signal, signal);
}

int parse(const char **text)
{
    int count = 0;
    if (++depth > 100)
        fail(3);
    while (**text == '(') {
        ++*text;
        count += parse(text);
        if (**text != ')')
            fail(1);
        ++*text;
    }
    depth--;
    return count + 1;
}

int run(void (*callback)(void))
{
    if (setjmp(on_error))
        return -1;
    callback();
    return 0;
}

/* What it holds is the caller's to give back. */
void *copy_or_fail(jmp_buf *there, size_t size)
{
    void *copy = malloc(size);
    if (!copy)
        longjmp(*there, 1);
    return copy;
}

int never_set(int code)
{
    jmp_buf buffer;
    if (code == 0)
        longjmp(buffer, 1); // expect: library-misuse
    return code;
}
