/*
 * Functions of the C library that call back into the program, and those whose data
 * the program sees: sorting, searching, binary trees, the hash table.
 *
 * Compiled with the program by its own compiler, whatever its flags, so this file
 * includes no header. Comparisons come in the order in which glibc makes them: a
 * program can tell.
 */

typedef __SIZE_TYPE__ size;
typedef int (*compare)(const void *, const void *);
typedef int (*compare_with)(const void *, const void *, void *);

extern void *malloc(size);
extern void *calloc(size, size);
extern void free(void *);
extern void *memcpy(void *, const void *, size);
extern int strcmp(const char *, const char *);
extern int *__errno_location(void);

enum { MARGAY_ESRCH = 3, MARGAY_ENOMEM = 12 };

/* ---- Sorting: a stable merge sort from halves, as glibc has it up to 2.36. ---- */

struct margay_order {
    size width;
    compare plain;
    compare_with with;
    void *argument;
    char *spare;
};

static int margay_compare(const struct margay_order *order, const void *a, const void *b) {
    return order->with ? order->with(a, b, order->argument) : order->plain(a, b);
}

static void margay_merge_sort(char *base, size count, const struct margay_order *order) {
    if (count <= 1)
        return;
    size width = order->width;
    size left_count = count / 2, right_count = count - left_count;
    char *left = base, *right = base + left_count * width, *out = order->spare;
    margay_merge_sort(left, left_count, order);
    margay_merge_sort(right, right_count, order);
    while (left_count > 0 && right_count > 0) {
        if (margay_compare(order, left, right) <= 0) {
            memcpy(out, left, width);
            left += width;
            left_count--;
        } else {
            memcpy(out, right, width);
            right += width;
            right_count--;
        }
        out += width;
    }
    if (left_count > 0)
        memcpy(out, left, left_count * width);
    /* What is left on the right is in its place already. */
    memcpy(base, order->spare, (count - right_count) * width);
}

static void margay_sort(void *base, size count, struct margay_order order) {
    if (count <= 1 || order.width == 0)
        return;
    order.spare = malloc(count * order.width);
    margay_merge_sort(base, count, &order);
    free(order.spare);
}

void qsort(void *base, size count, size width, compare order) {
    struct margay_order plain = {width, order, 0, 0, 0};
    margay_sort(base, count, plain);
}

void qsort_r(void *base, size count, size width, compare_with order, void *argument) {
    struct margay_order with = {width, 0, order, argument, 0};
    margay_sort(base, count, with);
}

/* ---- Searching in arrays. ---- */

void *bsearch(const void *key, const void *base, size count, size width, compare order) {
    size low = 0, high = count;
    while (low < high) {
        size middle = (low + high) / 2;
        const char *at = (const char *)base + middle * width;
        int difference = order(key, at);
        if (difference == 0)
            return (void *)at;
        if (difference < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

void *lfind(const void *key, const void *base, size *count, size width, compare order) {
    const char *at = base;
    for (size index = 0; index < *count; index++, at += width)
        if (order(key, at) == 0)
            return (void *)at;
    return 0;
}

void *lsearch(const void *key, void *base, size *count, size width, compare order) {
    void *found = lfind(key, base, count, width, order);
    if (found)
        return found;
    return memcpy((char *)base + (*count)++ * width, key, width);
}

/* ---- Doubly linked lists. ---- */

struct margay_link {
    struct margay_link *next, *before;
};

void insque(void *element, void *before) {
    struct margay_link *link = element, *place = before;
    if (!place) {
        link->next = link->before = 0;
        return;
    }
    link->next = place->next;
    link->before = place;
    if (place->next)
        place->next->before = link;
    place->next = link;
}

void remque(void *element) {
    struct margay_link *link = element;
    if (link->next)
        link->next->before = link->before;
    if (link->before)
        link->before->next = link->next;
}

/*
 * ---- Binary trees: red-black, as `twalk` shows their shape. ----
 *
 * Insertion splits nodes with two red children on the way down, so that one new red
 * node needs at most one rotation. A node's key comes first: programs read it.
 */

struct margay_node {
    const void *key;
    struct margay_node *child[2];
    int red;
};

enum { MARGAY_DEPTH = 128 };

static int margay_red(const struct margay_node *node) {
    return node && node->red;
}

/* Turns the edge from `top` to its child on `side`: the child comes up. */
static struct margay_node *margay_rotate(struct margay_node *top, int side) {
    struct margay_node *child = top->child[side];
    top->child[side] = child->child[!side];
    child->child[!side] = top;
    top->red = 1;
    child->red = 0;
    return child;
}

/*
 * `slots` are the pointers on the way from the root, the last one at the node that
 * just became red. Repairs two red nodes in a row.
 */
static void margay_repair(struct margay_node ***slots, int depth) {
    if (depth < 2 || !(*slots[depth - 1])->red)
        return;
    struct margay_node **top = slots[depth - 2];
    struct margay_node *node = *slots[depth], *parent = *slots[depth - 1];
    int side = (*top)->child[1] == parent, inner = parent->child[1] == node;
    if (side != inner)
        (*top)->child[side] = margay_rotate(parent, inner);
    *top = margay_rotate(*top, side);
}

void *tsearch(const void *key, void **rootp, compare order) {
    struct margay_node **slots[MARGAY_DEPTH];
    struct margay_node **slot = (struct margay_node **)rootp;
    int depth = 0;
    if (!rootp)
        return 0;
    if (*slot)
        (*slot)->red = 0;
    while (*slot) {
        struct margay_node *node = *slot;
        int difference = order(key, node->key);
        if (difference == 0)
            return node;
        slots[depth] = slot;
        if (margay_red(node->child[0]) && margay_red(node->child[1])) {
            node->red = 1;
            node->child[0]->red = node->child[1]->red = 0;
            margay_repair(slots, depth);
        }
        /* After a rotation the slots above are stale, but the next repair, if there is
           one, is at least two levels down, below a black node. */
        slot = &node->child[difference > 0];
        depth++;
    }
    struct margay_node *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return 0;
    fresh->key = key;
    *slot = fresh;
    if (depth > 0) {
        fresh->red = 1;
        slots[depth] = slot;
        margay_repair(slots, depth);
    } else {
        fresh->red = 1;
    }
    return fresh;
}

void *tfind(const void *key, void *const *rootp, compare order) {
    if (!rootp)
        return 0;
    struct margay_node *node = *rootp;
    while (node) {
        int difference = order(key, node->key);
        if (difference == 0)
            return node;
        node = node->child[difference > 0];
    }
    return 0;
}

/* The subtree at `*slots[depth]` has lost a black node: gives it back or passes it up. */
static void margay_restore(struct margay_node ***slots, int depth) {
    while (depth > 0 && !margay_red(*slots[depth])) {
        struct margay_node **top = slots[depth - 1];
        struct margay_node *parent = *top;
        int side = &parent->child[1] == slots[depth];
        struct margay_node *sibling = parent->child[!side];
        if (margay_red(sibling)) {
            /* A black sibling first: it comes up with a red parent below it. */
            *top = margay_rotate(parent, !side);
            slots[depth] = &(*top)->child[side];
            slots[depth + 1] = &parent->child[side];
            depth++;
            top = slots[depth - 1];
            sibling = parent->child[!side];
        }
        struct margay_node *near = sibling->child[side], *far = sibling->child[!side];
        if (!margay_red(near) && !margay_red(far)) {
            sibling->red = 1;
            depth--;
            continue;
        }
        int red = parent->red;
        if (!margay_red(far))
            parent->child[!side] = margay_rotate(sibling, side);
        *top = margay_rotate(parent, !side);
        (*top)->red = red;
        (*top)->child[0]->red = (*top)->child[1]->red = 0;
        return;
    }
    if (*slots[depth])
        (*slots[depth])->red = 0;
}

void *tdelete(const void *key, void **rootp, compare order) {
    struct margay_node **slots[MARGAY_DEPTH];
    struct margay_node **slot = (struct margay_node **)rootp;
    struct margay_node *node, *parent;
    int depth = 0, difference;
    if (!rootp || !*slot)
        return 0;
    parent = *slot;
    for (;;) {
        node = *slot;
        if (!node)
            return 0;
        slots[depth++] = slot;
        difference = order(key, node->key);
        if (difference == 0)
            break;
        parent = node;
        slot = &node->child[difference > 0];
    }
    struct margay_node *gone = node;
    if (node->child[0] && node->child[1]) {
        /* The next larger key takes the place, and its node goes. */
        slot = &node->child[1];
        for (;;) {
            slots[depth++] = slot;
            gone = *slot;
            if (!gone->child[0])
                break;
            slot = &gone->child[0];
        }
        node->key = gone->key;
    }
    *slots[depth - 1] = gone->child[0] ? gone->child[0] : gone->child[1];
    if (!gone->red)
        margay_restore(slots, depth - 1);
    free(gone);
    return parent;
}

static void margay_walk(const struct margay_node *node, int level,
                        void (*visit)(const void *, int, int)) {
    enum { PREORDER, POSTORDER, ENDORDER, LEAF };
    if (!node->child[0] && !node->child[1]) {
        visit(node, LEAF, level);
        return;
    }
    visit(node, PREORDER, level);
    if (node->child[0])
        margay_walk(node->child[0], level + 1, visit);
    visit(node, POSTORDER, level);
    if (node->child[1])
        margay_walk(node->child[1], level + 1, visit);
    visit(node, ENDORDER, level);
}

void twalk(const void *root, void (*visit)(const void *, int, int)) {
    if (root && visit)
        margay_walk(root, 0, visit);
}

static void margay_walk_with(const struct margay_node *node, void *argument,
                             void (*visit)(const void *, int, void *)) {
    enum { PREORDER, POSTORDER, ENDORDER, LEAF };
    if (!node->child[0] && !node->child[1]) {
        visit(node, LEAF, argument);
        return;
    }
    visit(node, PREORDER, argument);
    if (node->child[0])
        margay_walk_with(node->child[0], argument, visit);
    visit(node, POSTORDER, argument);
    if (node->child[1])
        margay_walk_with(node->child[1], argument, visit);
    visit(node, ENDORDER, argument);
}

void twalk_r(const void *root, void (*visit)(const void *, int, void *), void *argument) {
    if (root && visit)
        margay_walk_with(root, argument, visit);
}

void tdestroy(void *root, void (*discard)(void *)) {
    struct margay_node *node = root;
    if (!node)
        return;
    tdestroy(node->child[0], discard);
    tdestroy(node->child[1], discard);
    discard((void *)node->key);
    free(node);
}

/* ---- Directories as sorted arrays. ---- */

/* As `struct dirent` is on Linux; the length counts the bytes that an entry takes. */
struct margay_dirent {
    unsigned long inode;
    long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};

/* The same with wide numbers, which differs on machines of 32 bits. */
struct margay_dirent64 {
    unsigned long long inode;
    long long offset;
    unsigned short length;
    unsigned char kind;
    char name[256];
};

extern void *opendir(const char *);
extern struct margay_dirent *readdir(void *);
extern struct margay_dirent64 *readdir64(void *);
extern int closedir(void *);
extern void *realloc(void *, size);
extern int strverscmp(const char *, const char *);

int alphasort(const struct margay_dirent **a, const struct margay_dirent **b) {
    return strcmp((*a)->name, (*b)->name);
}

int versionsort(const struct margay_dirent **a, const struct margay_dirent **b) {
    return strverscmp((*a)->name, (*b)->name);
}

int alphasort64(const struct margay_dirent64 **a, const struct margay_dirent64 **b) {
    return strcmp((*a)->name, (*b)->name);
}

int versionsort64(const struct margay_dirent64 **a, const struct margay_dirent64 **b) {
    return strverscmp((*a)->name, (*b)->name);
}

static int margay_scan(const char *path, void ***list, int (*wanted)(const void *), compare order,
                       int wide) {
    void **entries = 0, *entry;
    size count = 0, room = 0;
    void *directory = opendir(path);
    if (!directory)
        return -1;
    while ((entry = wide ? (void *)readdir64(directory) : readdir(directory))) {
        if (wanted && !wanted(entry))
            continue;
        if (count == room) {
            room = room ? room * 2 : 10;
            entries = realloc(entries, room * sizeof *entries);
        }
        size length = wide ? ((struct margay_dirent64 *)entry)->length
                           : ((struct margay_dirent *)entry)->length;
        entries[count] = malloc(length);
        memcpy(entries[count++], entry, length);
    }
    closedir(directory);
    if (order)
        qsort(entries, count, sizeof *entries, order);
    *list = entries;
    return (int)count;
}

int scandir(const char *path, void ***list, int (*wanted)(const void *), compare order) {
    return margay_scan(path, list, wanted, order, 0);
}

int scandir64(const char *path, void ***list, int (*wanted)(const void *), compare order) {
    return margay_scan(path, list, wanted, order, 1);
}

/* ---- The hash table: one for the program, open addressing. ---- */

struct margay_entry {
    char *key;
    void *data;
};

static struct margay_entry *margay_table;
static size margay_table_size, margay_table_used;

/* The number of entries that glibc makes room for: the next odd prime. */
static size margay_table_room(size count) {
    if (count < 3)
        count = 3;
    for (count |= 1;; count += 2) {
        size divisor = 3;
        while (divisor * divisor <= count && count % divisor != 0)
            divisor += 2;
        if (divisor * divisor > count)
            return count;
    }
}

int hcreate(size count) {
    if (margay_table)
        return 0;
    if (count >= (size)-1 / sizeof *margay_table) {
        *__errno_location() = MARGAY_ENOMEM;
        return 0;
    }
    margay_table_size = margay_table_room(count);
    margay_table_used = 0;
    margay_table = calloc(margay_table_size, sizeof *margay_table);
    return margay_table != 0;
}

void hdestroy(void) {
    free(margay_table);
    margay_table = 0;
}

struct margay_entry *hsearch(struct margay_entry item, int action) {
    size hash = 5381, index;
    for (const char *at = item.key; *at; at++)
        hash = hash * 33 + (unsigned char)*at;
    index = hash % margay_table_size;
    for (size tried = 0; tried < margay_table_size; tried++) {
        struct margay_entry *entry = &margay_table[index];
        if (!entry->key) {
            if (!action) {
                *__errno_location() = MARGAY_ESRCH;
                return 0;
            }
            *entry = item;
            margay_table_used++;
            return entry;
        }
        if (strcmp(entry->key, item.key) == 0)
            return entry;
        index = (index + 1) % margay_table_size;
    }
    *__errno_location() = action ? MARGAY_ENOMEM : MARGAY_ESRCH;
    return 0;
}
