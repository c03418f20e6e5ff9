// Locale: setlocale of "C", localeconv, the default decimal point and unknown names.
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s\n", setlocale(LC_ALL, "C"));
    printf("%s\n", setlocale(LC_NUMERIC, "POSIX"));
    printf("%d\n", setlocale(LC_ALL, "xx_YY.nonsense") == NULL);
    struct lconv *lc = localeconv();
    printf("[%s] [%s] [%s] [%s]\n", lc->decimal_point, lc->thousands_sep, lc->grouping, lc->currency_symbol);
    printf("%d %d\n", lc->frac_digits == CHAR_MAX, lc->n_sign_posn == CHAR_MAX);
    printf("%.2f %g\n", 1.5, strtod("2,5", NULL));
    printf("%zu\n", MB_CUR_MAX);
    printf("%d\n", strcoll("a", "B") > 0);
    return 6;
}
