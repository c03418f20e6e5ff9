// Vector extensions, lane by lane.
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v8b __attribute__((vector_size(8)));
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    v4 x = {(int)(a & 0xffff), (int)(b & 0xffff), 3, -4}, y = {1, 2, (int)(c & 0xff), 4};
    v4 s = x * y + (x > y) - (x & 7);
    v8b bytes = (v8b)c;
    bytes = bytes ^ (v8b){1, 2, 3, 4, 5, 6, 7, 8};
    bytes[a & 7] += 9;
    return (unsigned long)s[0] + (unsigned long)s[1] * 3 + (unsigned long)s[2] * 5 +
           (unsigned long)s[3] + (unsigned long)bytes;
}
