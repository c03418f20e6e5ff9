/* inventory.c: an in-memory inventory with CSV import, totals, reports and search.
   It serves bench/editor as an ordinary module without main. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_BUCKETS 16
#define MAX_LOAD 2
#define LINE_WIDTH 128

typedef enum { INV_OK, INV_NO_MEMORY, INV_DUPLICATE, INV_BAD_LINE, INV_OVERFLOW } Status;
typedef enum { ORDER_SKU, ORDER_NAME, ORDER_QUANTITY, ORDER_DATE } Order;
enum { FIELD_SKU, FIELD_NAME, FIELD_QUANTITY, FIELD_PRICE, FIELD_DATE, FIELD_COUNT };

/* A growing string; data is NULL until something has been appended. */
typedef struct {
    char *data;
    size_t len, cap;
} StrBuf;

typedef struct {
    int year, month, day;
} Date;

typedef struct Item {
    char *sku;
    char *name;
    long quantity;
    long price_cents;
    Date received;
    struct Item *chain;  /* next item in the same bucket */
    struct Item *sorted; /* next item of the sorted list */
} Item;

typedef struct {
    Item **buckets;
    size_t bucket_count;
    size_t item_count;
} Inventory;

static bool sb_reserve(StrBuf *sb, size_t extra) {
    size_t cap = sb->cap ? sb->cap : 32;
    if (extra > (size_t)-1 / 2 - sb->len - 1)
        return false;
    while (cap < sb->len + extra + 1)
        cap *= 2;
    if (cap == sb->cap)
        return true;
    char *data = realloc(sb->data, cap);
    if (data == NULL)
        return false;
    sb->data = data;
    sb->cap = cap;
    return true;
}

static bool sb_append(StrBuf *sb, const char *text, size_t len) {
    if (!sb_reserve(sb, len))
        return false;
    memcpy(sb->data + sb->len, text, len);
    sb->len += len;
    sb->data[sb->len] = '\0';
    return true;
}

/* Hands the text over to the caller, who frees it; the buffer is empty afterwards. */
static char *sb_detach(StrBuf *sb) {
    if (!sb_append(sb, "", 0))
        return NULL;
    char *text = sb->data;
    *sb = (StrBuf){NULL, 0, 0};
    return text;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char *copy_string(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static bool add_checked(long a, long b, long *sum) {
    if (b > 0 ? a > LONG_MAX - b : a < LONG_MIN - b)
        return false;
    *sum = a + b;
    return true;
}

static bool mul_checked(long a, long b, long *product) {
    if (a > 0 && (b > 0 ? a > LONG_MAX / b : b < LONG_MIN / a))
        return false;
    if (a < 0 && (b > 0 ? a < LONG_MIN / b : b < LONG_MAX / a))
        return false;
    *product = a * b;
    return true;
}

/* Reads decimal digits at *cursor and moves it past them. */
static bool parse_digits(const char **cursor, long *value) {
    const char *p = *cursor;
    long result = 0;
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p); p++) {
        if (!mul_checked(result, 10, &result) || !add_checked(result, *p - '0', &result))
            return false;
    }
    *cursor = p;
    *value = result;
    return true;
}

/* Reads a price such as "12", "12.5" or "12.50" as a number of cents. */
bool parse_price(const char *text, long *cents) {
    const char *p = text;
    long whole, fraction = 0;
    if (!parse_digits(&p, &whole))
        return false;
    if (*p == '.') {
        if (!is_digit(*++p))
            return false;
        fraction = (*p++ - '0') * 10;
        if (is_digit(*p))
            fraction += *p++ - '0';
    }
    if (*p != '\0')
        return false;
    return mul_checked(whole, 100, &whole) && add_checked(whole, fraction, cents);
}

static int days_in_month(int year, int month) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month < 1 || month > 12)
        return 0;
    if (month == 2 && leap)
        return 29;
    return days[month - 1];
}

bool date_valid(const Date *date) {
    if (date->year < 1 || date->year > 9999)
        return false;
    return date->day >= 1 && date->day <= days_in_month(date->year, date->month);
}

/* Reads a date written YYYY-MM-DD. */
bool date_parse(const char *text, Date *out) {
    const char *p = text;
    long year, month, day;
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return false;
    if (!parse_digits(&p, &year) || *p++ != '-' || !parse_digits(&p, &month) || *p++ != '-' ||
        !parse_digits(&p, &day) || *p != '\0')
        return false;
    Date date = {(int)year, (int)month, (int)day};
    if (!date_valid(&date))
        return false;
    *out = date;
    return true;
}

int date_compare(const Date *a, const Date *b) {
    if (a->year != b->year)
        return a->year < b->year ? -1 : 1;
    if (a->month != b->month)
        return a->month < b->month ? -1 : 1;
    return (a->day > b->day) - (a->day < b->day);
}

static void item_free(Item *item) {
    free(item->sku);
    free(item->name);
    free(item);
}

static Item *item_create(const char *sku, const char *name) {
    Item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return NULL;
    item->sku = copy_string(sku);
    item->name = copy_string(name);
    if (item->sku == NULL || item->name == NULL) {
        item_free(item);
        return NULL;
    }
    return item;
}

static size_t hash_string(const char *text) {
    size_t hash = 5381;
    while (*text != '\0')
        hash = hash * 33 + (unsigned char)*text++;
    return hash;
}

Inventory *inventory_create(void) {
    Inventory *inv = malloc(sizeof *inv);
    if (inv == NULL)
        return NULL;
    inv->buckets = calloc(MIN_BUCKETS, sizeof *inv->buckets);
    if (inv->buckets == NULL) {
        free(inv);
        return NULL;
    }
    inv->bucket_count = MIN_BUCKETS;
    inv->item_count = 0;
    return inv;
}

void inventory_free(Inventory *inv) {
    if (inv == NULL)
        return;
    for (size_t i = 0; i < inv->bucket_count; i++) {
        Item *item = inv->buckets[i];
        while (item != NULL) {
            Item *next = item->chain;
            item_free(item);
            item = next;
        }
    }
    free(inv->buckets);
    free(inv);
}

/* Doubles the table; when memory is short it stays as it is, only slower. */
static void inventory_grow(Inventory *inv) {
    if (inv->bucket_count > (size_t)-1 / 2)
        return;
    size_t count = inv->bucket_count * 2;
    Item **buckets = calloc(count, sizeof *buckets);
    if (buckets == NULL)
        return;
    for (size_t i = 0; i < inv->bucket_count; i++) {
        Item *item = inv->buckets[i];
        while (item != NULL) {
            Item *next = item->chain;
            size_t slot = hash_string(item->sku) % count;
            item->chain = buckets[slot];
            buckets[slot] = item;
            item = next;
        }
    }
    free(inv->buckets);
    inv->buckets = buckets;
    inv->bucket_count = count;
}

Item *inventory_lookup(const Inventory *inv, const char *sku) {
    Item *item = inv->buckets[hash_string(sku) % inv->bucket_count];
    while (item != NULL && strcmp(item->sku, sku) != 0)
        item = item->chain;
    return item;
}

/* Takes the item over, unless its SKU is already present. */
static Status inventory_insert(Inventory *inv, Item *item) {
    if (inventory_lookup(inv, item->sku) != NULL)
        return INV_DUPLICATE;
    if (inv->item_count / MAX_LOAD >= inv->bucket_count)
        inventory_grow(inv);
    size_t slot = hash_string(item->sku) % inv->bucket_count;
    item->chain = inv->buckets[slot];
    inv->buckets[slot] = item;
    inv->item_count++;
    return INV_OK;
}

bool inventory_remove(Inventory *inv, const char *sku) {
    Item **link = &inv->buckets[hash_string(sku) % inv->bucket_count];
    for (; *link != NULL; link = &(*link)->chain) {
        Item *item = *link;
        if (strcmp(item->sku, sku) == 0) {
            *link = item->chain;
            item_free(item);
            inv->item_count--;
            return true;
        }
    }
    return false;
}

/* Reads one field into out and leaves *cursor on the comma or the end. */
static Status csv_field(const char **cursor, StrBuf *out) {
    const char *p = *cursor;
    if (*p != '"') {
        size_t len = strcspn(p, ",\"");
        if (p[len] == '"')
            return INV_BAD_LINE;
        *cursor = p + len;
        return sb_append(out, p, len) ? INV_OK : INV_NO_MEMORY;
    }
    p++;
    while (*p != '\0') {
        if (*p == '"' && *++p != '"') {
            *cursor = p;
            return *p == ',' || *p == '\0' ? INV_OK : INV_BAD_LINE;
        }
        if (!sb_append(out, p, 1))
            return INV_NO_MEMORY;
        p++;
    }
    return INV_BAD_LINE; /* the closing quote is missing */
}

/* Splits a line into exactly FIELD_COUNT strings, all NULL unless INV_OK. */
static Status csv_split(const char *line, char *fields[FIELD_COUNT]) {
    StrBuf sb = {NULL, 0, 0};
    Status status = INV_OK;
    for (int i = 0; i < FIELD_COUNT; i++)
        fields[i] = NULL;
    for (int i = 0; i < FIELD_COUNT && status == INV_OK; i++) {
        status = csv_field(&line, &sb);
        if (status != INV_OK)
            break;
        fields[i] = sb_detach(&sb);
        if (fields[i] == NULL)
            status = INV_NO_MEMORY;
        else if (*line != (i == FIELD_COUNT - 1 ? '\0' : ','))
            status = INV_BAD_LINE;
        else if (*line == ',')
            line++;
    }
    free(sb.data);
    for (int i = 0; i < FIELD_COUNT && status != INV_OK; i++) {
        free(fields[i]);
        fields[i] = NULL;
    }
    return status;
}

/* Adds the item of one line: sku,name,quantity,price,date. */
Status inventory_load_line(Inventory *inv, const char *line) {
    char *fields[FIELD_COUNT];
    Item *item = NULL;
    long quantity, cents;
    Date date;
    Status status = csv_split(line, fields);
    if (status != INV_OK)
        return status;
    const char *cursor = fields[FIELD_QUANTITY];
    if (fields[FIELD_SKU][0] == '\0' || !parse_digits(&cursor, &quantity) || *cursor != '\0' ||
        !parse_price(fields[FIELD_PRICE], &cents) || !date_parse(fields[FIELD_DATE], &date)) {
        status = INV_BAD_LINE;
    } else if ((item = item_create(fields[FIELD_SKU], fields[FIELD_NAME])) == NULL) {
        status = INV_NO_MEMORY;
    } else {
        item->quantity = quantity;
        item->price_cents = cents;
        item->received = date;
        status = inventory_insert(inv, item);
        if (status != INV_OK)
            item_free(item);
    }
    for (int i = 0; i < FIELD_COUNT; i++)
        free(fields[i]);
    return status;
}

Status inventory_total(const Inventory *inv, long *total_cents) {
    long total = 0;
    for (size_t i = 0; i < inv->bucket_count; i++) {
        for (const Item *item = inv->buckets[i]; item != NULL; item = item->chain) {
            long value;
            if (!mul_checked(item->quantity, item->price_cents, &value) ||
                !add_checked(total, value, &total))
                return INV_OVERFLOW;
        }
    }
    *total_cents = total;
    return INV_OK;
}

static int item_compare(const Item *a, const Item *b, Order order) {
    int result = 0;
    if (order == ORDER_NAME)
        result = strcmp(a->name, b->name);
    else if (order == ORDER_QUANTITY)
        result = (a->quantity > b->quantity) - (a->quantity < b->quantity);
    else if (order == ORDER_DATE)
        result = date_compare(&a->received, &b->received);
    return result != 0 ? result : strcmp(a->sku, b->sku);
}

static Item *list_merge(Item *a, Item *b, Order order) {
    Item *head = NULL;
    Item **tail = &head;
    while (a != NULL && b != NULL) {
        Item **from = item_compare(a, b, order) <= 0 ? &a : &b;
        *tail = *from;
        tail = &(*tail)->sorted;
        *from = *tail;
    }
    *tail = a != NULL ? a : b;
    return head;
}

static Item *list_sort(Item *list, Order order) {
    Item *slow = list;
    if (list == NULL || list->sorted == NULL)
        return list;
    for (Item *fast = list->sorted; fast && fast->sorted; fast = fast->sorted->sorted)
        slow = slow->sorted;
    Item *back = slow->sorted;
    slow->sorted = NULL;
    return list_merge(list_sort(list, order), list_sort(back, order), order);
}

/* Links all items into one list and sorts it. */
static Item *inventory_sorted(Inventory *inv, Order order) {
    Item *list = NULL;
    for (size_t i = 0; i < inv->bucket_count; i++) {
        for (Item *item = inv->buckets[i]; item != NULL; item = item->chain) {
            item->sorted = list;
            list = item;
        }
    }
    return list_sort(list, order);
}

/* Copies what fits behind the first used bytes and returns the length wanted so far. */
static size_t report_put(char *out, size_t size, size_t used, const char *text) {
    size_t len = strlen(text);
    if (used < size) {
        size_t room = size - used - 1;
        size_t fits = len < room ? len : room;
        memcpy(out + used, text, fits);
        out[used + fits] = '\0';
    }
    return used + len;
}

static void format_item(char *line, size_t size, const Item *item) {
    const Date *date = &item->received;
    snprintf(line, size, "%-12.12s %-24.24s %10ld %10ld.%02ld %04d-%02d-%02d\n", item->sku,
             item->name, item->quantity, item->price_cents / 100, item->price_cents % 100,
             date->year, date->month, date->day);
}

/* Writes a line per item and a total into out; returns the length without truncation. */
size_t inventory_report(Inventory *inv, Order order, char *out, size_t size) {
    char line[LINE_WIDTH];
    size_t used = report_put(out, size, 0, "");
    long total;
    for (const Item *item = inventory_sorted(inv, order); item != NULL; item = item->sorted) {
        format_item(line, sizeof line, item);
        used = report_put(out, size, used, line);
    }
    if (inventory_total(inv, &total) == INV_OK)
        snprintf(line, sizeof line, "%zu items, %ld.%02ld\n", inv->item_count, total / 100,
                 total % 100);
    else
        snprintf(line, sizeof line, "%zu items, total out of range\n", inv->item_count);
    return report_put(out, size, used, line);
}

/* Matches without regard to case; '*' stands for any text and '?' for one character. */
bool wildcard_match(const char *pattern, const char *text) {
    const char *star = NULL, *resume = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == '?' || to_lower(*pattern) == to_lower(*text)) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

/* Stores up to max items whose name matches and returns how many match in all. */
size_t inventory_search(const Inventory *inv, const char *pattern, const Item **found, size_t max) {
    size_t matches = 0;
    for (size_t i = 0; i < inv->bucket_count; i++) {
        for (const Item *item = inv->buckets[i]; item != NULL; item = item->chain) {
            if (!wildcard_match(pattern, item->name))
                continue;
            if (matches < max)
                found[matches] = item;
            matches++;
        }
    }
    return matches;
}
