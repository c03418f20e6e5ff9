struct box { int w, h; };
int common_int;
int common_array[8];
int initialised = 31;
struct box common_box;
int sized_elsewhere[3] = {7, 8, 9};
static int internal = 50;

void fill(void);
int sum(void);

void fill(void) {
    common_int = 4;
    for (int i = 0; i < 8; i++) common_array[i] = i * i;
    common_box = (struct box){common_array[3], internal++};
}

int sum(void) {
    int s = common_int;
    for (int i = 0; i < 8; i++) s += common_array[i];
    return s;
}
