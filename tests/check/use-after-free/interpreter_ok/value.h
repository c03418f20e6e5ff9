#ifndef VALUE_H
#define VALUE_H

struct value {
    int number;
};

struct value *value_new(int number);
void value_free(struct value *value);

#endif
