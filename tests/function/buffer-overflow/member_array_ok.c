// The array inside a structure ends before the structure does.
struct stack {
    int items[8];
    int count;
    int limit;
};

int push(struct stack *stack, int item) {
    if (stack->count == 8)
        return -1;
    stack->items[stack->count] = item;
    stack->count++;
    return 0;
}

void push_known(struct stack *stack, int item) {
    stack->items[stack->count++] = item;
}

int pop(struct stack *stack) {
    return stack->items[--stack->count];
}
