// Intrinsics of SSE2 that the compiler leaves as calls, on many inputs.
#include <stdio.h>

#ifdef __SSE2__
#include <emmintrin.h>
#include <math.h>
#include <string.h>

static unsigned long long seed = 88172645463325252ull;

static unsigned next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 16);
}

static __m128i bits(void)
{
    unsigned lanes[4];
    for (int i = 0; i < 4; i++)
        lanes[i] = next();
    return _mm_loadu_si128((const __m128i *)lanes);
}

static void show(const char *name, __m128i value)
{
    unsigned lanes[4];
    memcpy(lanes, &value, sizeof lanes);
    printf("%s %08x %08x %08x %08x\n", name, lanes[3], lanes[2], lanes[1], lanes[0]);
}

#define SHOW(call) show(#call, call)
#define SHOW_PS(call) show(#call, _mm_castps_si128(call))
#define SHOW_PD(call) show(#call, _mm_castpd_si128(call))
#define INT(call) printf("%s %lld\n", #call, (long long)(call))

static void shifts(__m128i a, int n)
{
    __m128i count = _mm_cvtsi32_si128(n);
    printf("shift by %d\n", n);
    SHOW(_mm_slli_epi16(a, n));
    SHOW(_mm_slli_epi32(a, n));
    SHOW(_mm_slli_epi64(a, n));
    SHOW(_mm_srli_epi16(a, n));
    SHOW(_mm_srli_epi32(a, n));
    SHOW(_mm_srli_epi64(a, n));
    SHOW(_mm_srai_epi16(a, n));
    SHOW(_mm_srai_epi32(a, n));
    SHOW(_mm_sll_epi16(a, count));
    SHOW(_mm_sll_epi32(a, count));
    SHOW(_mm_sll_epi64(a, count));
    SHOW(_mm_srl_epi16(a, count));
    SHOW(_mm_srl_epi32(a, count));
    SHOW(_mm_srl_epi64(a, count));
    SHOW(_mm_sra_epi16(a, count));
    SHOW(_mm_sra_epi32(a, count));
}

static void integers(__m128i a, __m128i b)
{
    SHOW(_mm_packs_epi16(a, b));
    SHOW(_mm_packs_epi32(a, b));
    SHOW(_mm_packus_epi16(a, b));
    SHOW(_mm_packs_epi16(_mm_srai_epi16(a, 9), _mm_srai_epi16(b, 8)));
    SHOW(_mm_packus_epi16(_mm_srai_epi16(a, 7), _mm_srli_epi16(b, 8)));
    SHOW(_mm_packs_epi32(_mm_srai_epi32(a, 16), _mm_srai_epi32(b, 15)));
    SHOW(_mm_madd_epi16(a, b));
    SHOW(_mm_mulhi_epi16(a, b));
    SHOW(_mm_mulhi_epu16(a, b));
    SHOW(_mm_mullo_epi16(a, b));
    SHOW(_mm_mul_epu32(a, b));
    SHOW(_mm_sad_epu8(a, b));
    SHOW(_mm_avg_epu8(a, b));
    SHOW(_mm_avg_epu16(a, b));
    SHOW(_mm_adds_epi8(a, b));
    SHOW(_mm_subs_epu16(a, b));
    SHOW(_mm_min_epu8(a, b));
    SHOW(_mm_max_epi16(a, b));
    SHOW(_mm_cmpgt_epi8(a, b));
    SHOW(_mm_unpacklo_epi8(a, b));
    SHOW(_mm_shuffle_epi32(a, 0x1b));
    SHOW(_mm_slli_si128(a, 5));
    SHOW(_mm_srli_si128(a, 3));
    INT(_mm_movemask_epi8(a));
    INT(_mm_movemask_ps(_mm_castsi128_ps(a)));
    INT(_mm_movemask_pd(_mm_castsi128_pd(b)));
}

// Compilers differ in what these say of NaN.
static void compare_floats(__m128 a, __m128 b)
{
    if (isnan(_mm_cvtss_f32(a)))
        return;
    INT(_mm_comieq_ss(a, b));
    INT(_mm_comilt_ss(a, b));
    INT(_mm_comile_ss(a, b));
    INT(_mm_comigt_ss(a, b));
    INT(_mm_comige_ss(a, b));
    INT(_mm_comineq_ss(a, b));
    INT(_mm_ucomieq_ss(a, b));
    INT(_mm_ucomige_ss(a, b));
    INT(_mm_ucomineq_ss(a, b));
}

static void floats(__m128 a, __m128 b)
{
    SHOW_PS(_mm_min_ps(a, b));
    SHOW_PS(_mm_max_ps(a, b));
    SHOW_PS(_mm_min_ss(a, b));
    SHOW_PS(_mm_max_ss(a, b));
    SHOW_PS(_mm_cmpeq_ps(a, b));
    SHOW_PS(_mm_cmplt_ps(a, b));
    SHOW_PS(_mm_cmple_ps(a, b));
    SHOW_PS(_mm_cmpneq_ps(a, b));
    SHOW_PS(_mm_cmpnlt_ps(a, b));
    SHOW_PS(_mm_cmpord_ps(a, b));
    SHOW_PS(_mm_cmpunord_ss(a, b));
    SHOW_PS(_mm_cmpgt_ss(a, b));
    SHOW_PS(_mm_cmpnle_ss(a, b));
    compare_floats(a, b);
    SHOW(_mm_cvtps_epi32(a));
    SHOW(_mm_cvttps_epi32(b));
    INT(_mm_cvtss_si32(a));
    INT(_mm_cvttss_si32(b));
    SHOW_PS(_mm_sqrt_ps(_mm_andnot_ps(_mm_set1_ps(-0.0f), b)));
}

static void compare_doubles(__m128d a, __m128d b)
{
    if (isnan(_mm_cvtsd_f64(a)))
        return;
    INT(_mm_comilt_sd(a, b));
    INT(_mm_comige_sd(a, b));
    INT(_mm_ucomieq_sd(a, b));
    INT(_mm_ucomineq_sd(a, b));
}

static void doubles(__m128d a, __m128d b)
{
    SHOW_PD(_mm_min_pd(a, b));
    SHOW_PD(_mm_max_pd(a, b));
    SHOW_PD(_mm_min_sd(a, b));
    SHOW_PD(_mm_max_sd(a, b));
    SHOW_PD(_mm_cmplt_pd(a, b));
    SHOW_PD(_mm_cmpge_pd(a, b));
    SHOW_PD(_mm_cmpunord_pd(a, b));
    SHOW_PD(_mm_cmpeq_sd(a, b));
    SHOW_PD(_mm_cmpnge_sd(a, b));
    compare_doubles(a, b);
    SHOW(_mm_cvtpd_epi32(a));
    SHOW(_mm_cvttpd_epi32(b));
    SHOW_PS(_mm_cvtpd_ps(a));
    SHOW_PS(_mm_cvtsd_ss(_mm_set1_ps(3.5f), b));
    INT(_mm_cvtsd_si32(a));
    INT(_mm_cvttsd_si32(b));
#ifdef __x86_64__
    INT(_mm_cvtsd_si64(a));
    INT(_mm_cvttsd_si64(b));
#endif
}

int main(void)
{
    static const int counts[] = {0, 1, 7, 15, 16, 31, 32, 63, 64, 200};
    __m128i a = bits(), b = bits();
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        shifts(a, counts[i]);
    for (int i = 0; i < 4; i++) {
        integers(a, b);
        a = bits();
        b = _mm_xor_si128(b, bits());
    }
    floats(_mm_set_ps(1.5f, -2.5f, NAN, 3.0f), _mm_set_ps(1.5f, 7.25f, 1.0f, 2.75f));
    floats(_mm_set_ps(0.0f, 3e9f, -0.5f, NAN), _mm_set_ps(-0.0f, -3e9f, INFINITY, 1.0f));
    floats(_mm_set_ps(1e-40f, 5.0f, 6.0f, 2.5f), _mm_set_ps(2e-40f, 5.0f, -6.9f, 2.5f));
    doubles(_mm_set_pd(1.5, 2.5), _mm_set_pd(-1e10, 2.5));
    doubles(_mm_set_pd(NAN, -3.5), _mm_set_pd(1.0, 1e18));
    doubles(_mm_set_pd(1e300, NAN), _mm_set_pd(1.0 / 3, -1.99));
    unsigned char to[16] = {0};
    _mm_maskmoveu_si128(a, b, (char *)to);
    for (int i = 0; i < 16; i++)
        printf("%02x", to[i]);
    _mm_mfence();
    _mm_pause();
    printf("\n%x\n", _mm_getcsr() & ~0x3fu);
    return 0;
}
#else
int main(void)
{
    puts("no SSE2");
    return 0;
}
#endif
