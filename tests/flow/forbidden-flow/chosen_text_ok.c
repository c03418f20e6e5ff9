// What is published was chosen because of a secret, not made from it.
void publish(const char *text);
int read_card(char *to);

int main(void) {
    char card[32] = "";
    char mark[8] = "x";
    if (read_card(card))
        return 1;
    publish(card[0] > '5' ? "high" : "low");
    if (card[0] > '5')
        mark[0] = 'y';
    publish(mark);
    return 0;
}
