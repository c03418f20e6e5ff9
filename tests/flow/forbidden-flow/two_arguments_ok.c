// Only the argument that is declared is personal, and what stands before it is not changed.
#include <stdio.h>

int read_card(char *to, const char *bank, char *name);
void publish(const char *text);

int main(void) {
    char number[24], name[24];
    char bank[] = "First";
    if (read_card(number, bank, name) != 0)
        return 1;
    publish(bank);
    publish(name);
    return bank[0] == 'F' ? 0 : 3 / (bank[0] != 'F' ? 0 : 1);
}
