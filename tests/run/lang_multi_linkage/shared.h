#ifndef SHARED_H
#define SHARED_H
struct shared_rec { int id; double weight; const char *label; };
extern int shared_total;
extern const char *const shared_name;
extern const char *other_message;
extern int (*const other_table[])(int);
int twice_local(int x);
int other_counter(void);
void other_add(int n);
int other_uses_main(int n);
struct shared_rec other_make(int id);
int (*other_helper(void))(int);
void other_say(void);
#endif
