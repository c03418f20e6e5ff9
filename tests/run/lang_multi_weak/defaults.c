int policy(int);
int fallback(int);
int call_policy(int);

__attribute__((weak)) int policy(int x) { return -x; }
__attribute__((weak)) int fallback(int x) { return x + 7; }
__attribute__((weak)) int level = 3;
__attribute__((weak)) int limit = 1;

int call_policy(int x) { return policy(x) + limit; }
