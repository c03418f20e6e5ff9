// What is published was looked up in a table by a secret, or is the secret itself where another
// text could have been chosen.
void publish(const char *text);
int read_card(char *to);

int main(int count, char **arguments) {
    static const char code[] = "qwertyuiopasdfgh";
    char card[32] = "";
    char mark[8] = "x";
    (void)arguments;
    if (read_card(card))
        return 1;
    publish(count > 2 ? "none" : card); // expect: forbidden-flow
    mark[0] = code[card[0] & 15];
    publish(mark); // expect: forbidden-flow
    return 0;
}
