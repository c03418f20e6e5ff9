/* Checks dates and converts them: date [-r | -w | -d] DATE...
 *
 * A DATE is YYYY-MM-DD. Without an option each is printed with the day of the year. -r writes the year
 * in Roman numerals, -w adds the day of the week, -d prints the days since 1970-01-01. The exit code is
 * 1 if a date is wrong. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum form { PLAIN, ROMAN, WEEKDAY, DAYS };

struct date {
    int year, month, day;
};

static int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(int year, int month) {
    switch (month) {
    case 2: return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    default: return 31;
    }
}

static int parse_number(const char **at, int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
        char c = *(*at)++;
        if (!isdigit((unsigned char)c))
            return -1;
        value = value * 10 + (c - '0');
    }
    return value;
}

static const char *parse(const char *text, struct date *date) {
    const char *at = text;
    if (strlen(text) != 10)
        return "is not as long as a date";
    date->year = parse_number(&at, 4);
    if (date->year < 0 || *at++ != '-')
        return "has no year";
    date->month = parse_number(&at, 2);
    if (date->month < 0 || *at++ != '-')
        return "has no month";
    date->day = parse_number(&at, 2);
    if (date->day < 0)
        return "has no day";
    if (date->year == 0)
        return "is in the year 0, which there was not";
    if (date->month < 1 || date->month > 12)
        return "is in a month that there is not";
    if (date->day < 1 || date->day > month_length(date->year, date->month))
        return "is on a day that the month has not";
    return NULL;
}

static int day_of_year(const struct date *date) {
    int day = date->day;
    for (int month = 1; month < date->month; month++)
        day += month_length(date->year, month);
    return day;
}

static long days_since_1970(const struct date *date) {
    long before = date->year - 1;
    long days = before * 365 + before / 4 - before / 100 + before / 400;
    return days + day_of_year(date) - 1 - 719162;
}

static const char *weekday(const struct date *date) {
    static const char *const names[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
    long day = days_since_1970(date) % 7;
    return names[day < 0 ? day + 7 : day];
}

static void print_roman(int number) {
    static const struct { int value; const char *text; } parts[] = {
        {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
        {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (; number >= parts[i].value; number -= parts[i].value)
            fputs(parts[i].text, stdout);
    }
}

static void print(const struct date *date, enum form form) {
    switch (form) {
    case PLAIN:
        printf("%04d-%02d-%02d is day %d\n", date->year, date->month, date->day, day_of_year(date));
        break;
    case ROMAN:
        print_roman(date->year);
        printf("-%02d-%02d\n", date->month, date->day);
        break;
    case WEEKDAY:
        printf("%s %04d-%02d-%02d\n", weekday(date), date->year, date->month, date->day);
        break;
    case DAYS:
        printf("%ld\n", days_since_1970(date));
        break;
    }
}

int main(int argc, char **argv) {
    enum form form = PLAIN;
    int first = 1, failed = 0;
    if (argc > 1 && argv[1][0] == '-') {
        if (strcmp(argv[1], "-r") == 0)
            form = ROMAN;
        else if (strcmp(argv[1], "-w") == 0)
            form = WEEKDAY;
        else if (strcmp(argv[1], "-d") == 0)
            form = DAYS;
        else {
            fprintf(stderr, "date: there is no option %s\n", argv[1]);
            return 2;
        }
        first = 2;
    }
    if (first == argc) {
        fputs("usage: date [-r | -w | -d] DATE...\n", stderr);
        return 2;
    }
    for (int i = first; i < argc; i++) {
        struct date date;
        const char *wrong = parse(argv[i], &date);
        if (wrong) {
            fprintf(stderr, "date: %s %s\n", argv[i], wrong);
            failed = 1;
        } else {
            print(&date, form);
        }
    }
    return failed;
}
