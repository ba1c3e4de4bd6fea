#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#endif
#if defined(__linux__)
#include <signal.h>
#include <sys/prctl.h>
#endif

/* How many bytes of stack a program wants: the system lets a stack grow so far without having
   been told before the program began. */
#define PROGRAM_STACK (120 * 1024 * 1024)

/* The shortest digits that mean the same number. */
static void program_print_real(double x, bool is_single)
{
    char text[48];
    char digits[24];
    int count = 0;
    if (isnan(x)) {
        fputs("nan", stdout);
        return;
    }
    if (signbit(x)) {
        putchar('-');
        x = -x;
    }
    if (isinf(x)) {
        fputs("inf", stdout);
        return;
    }
    for (int precision = 0; precision < 17; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, x);
        const bool same = is_single ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x;
        if (same) {
            break;
        }
    }
    const char *at = text;
    for (; *at != '\0' && *at != 'e'; at++) {
        if (isdigit((unsigned char)*at) && count < 20) {
            digits[count++] = *at;
        }
    }
    const int exponent = *at == 'e' ? (int)strtol(at + 1, NULL, 10) : 0;
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    if (x != 0 && (exponent < -4 || exponent >= 16)) {
        putchar(digits[0]);
        if (count > 1) {
            printf(".%.*s", count - 1, digits + 1);
        }
        printf("e%d", exponent);
        return;
    }
    if (exponent < 0) {
        fputs("0.", stdout);
        for (int zero = 1; zero < -exponent; zero++) {
            putchar('0');
        }
        printf("%.*s", count, digits);
        return;
    }
    for (int place = 0; place <= exponent; place++) {
        putchar(place < count ? digits[place] : '0');
    }
    putchar('.');
    if (count > exponent + 1) {
        printf("%.*s", count - exponent - 1, digits + exponent + 1);
    } else {
        putchar('0');
    }
}

static void program_print_element(const fw_array *array, int64_t at)
{
    switch (array->class_id) {
    case FW_LOGICAL:
        fputs(((const bool *)array->data)[at] ? "true" : "false", stdout);
        break;
    case FW_DOUBLE:
        if (array->is_complex) {
            const fw_c64 number = ((const fw_c64 *)array->data)[at];
            program_print_real(number.re, false);
            if (!signbit(number.im) || isnan(number.im)) {
                putchar('+');
            }
            program_print_real(number.im, false);
            putchar('i');
        } else {
            program_print_real(((const double *)array->data)[at], false);
        }
        break;
    case FW_SINGLE:
        program_print_real((double)((const float *)array->data)[at], true);
        break;
    case FW_INT8:
        printf("%d", ((const int8_t *)array->data)[at]);
        break;
    case FW_INT16:
        printf("%d", ((const int16_t *)array->data)[at]);
        break;
    case FW_INT32:
        printf("%" PRId32, ((const int32_t *)array->data)[at]);
        break;
    case FW_INT64:
        printf("%" PRId64, ((const int64_t *)array->data)[at]);
        break;
    case FW_CHAR:
    case FW_UINT8:
        printf("%u", (unsigned)((const uint8_t *)array->data)[at]);
        break;
    case FW_UINT16:
        printf("%u", (unsigned)((const uint16_t *)array->data)[at]);
        break;
    case FW_UINT32:
        printf("%" PRIu32, ((const uint32_t *)array->data)[at]);
        break;
    case FW_UINT64:
        printf("%" PRIu64, ((const uint64_t *)array->data)[at]);
        break;
    default:
        putchar('?');
        break;
    }
}

/* The place of the element that comes `number`-th when the last index runs fastest. */
static int64_t program_place(const fw_array *array, int64_t number, bool column_major)
{
    if (!column_major) {
        return number;
    }
    int64_t place = 0;
    int64_t stride = 1;
    for (int64_t axis = 0; axis < array->rank; axis++) {
        int64_t behind = 1;
        for (int64_t later = axis + 1; later < array->rank; later++) {
            behind *= array->extents[later];
        }
        place += number / behind % array->extents[axis] * stride;
        stride *= array->extents[axis];
    }
    return place;
}

static void program_print(const fw_array *array, const char *base, bool is_scalar, bool column_major)
{
    const int64_t rank = is_scalar ? 0 : array->rank;
    fputs(base, stdout);
    if (rank == 0) {
        fputs(": ", stdout);
        program_print_element(array, 0);
        putchar('\n');
        return;
    }
    int64_t count = 1;
    for (int64_t axis = 0; axis < rank; axis++) {
        printf("%s%" PRId64, axis == 0 ? "[" : ",", array->extents[axis]);
        count *= array->extents[axis];
    }
    fputs("]:\n", stdout);
    const int64_t row = array->extents[rank - 1];
    const int64_t plane = rank > 2 ? row * array->extents[rank - 2] : 0;
    for (int64_t number = 0; number < count; number++) {
        if (plane > 0 && number > 0 && number % plane == 0) {
            putchar('\n');
        }
        fputs(number % row == 0 ? "  " : " ", stdout);
        program_print_element(array, program_place(array, number, column_major));
        if (number % row == row - 1) {
            putchar('\n');
        }
    }
}

/* What is wrong with an argument, if more can be said than that it is. */
static const char *program_trouble = "";

static const char *program_skip(const char *text)
{
    while (isspace((unsigned char)*text)) {
        text++;
    }
    return text;
}

/* Reads an element to a place; what stands behind it, or NULL. */
static const char *program_read_element(const char *text, int32_t class_id, void *data, int64_t at)
{
    char *end = NULL;
    if (class_id == FW_LOGICAL) {
        const bool truth = strncmp(text, "true", 4) == 0;
        if (!truth && strncmp(text, "false", 5) != 0) {
            return NULL;
        }
        ((bool *)data)[at] = truth;
        return text + (truth ? 4 : 5);
    }
    /* A sign may stand apart; what follows is digits, or the name of a number that is none. */
    const bool negative = *text == '-';
    text = negative ? program_skip(text + 1) : text;
    const bool decimal = isdigit((unsigned char)*text) && !(text[0] == '0' && tolower(text[1]) == 'x');
    errno = 0;
    if (class_id == FW_DOUBLE || class_id == FW_SINGLE) {
        if (!decimal && strncmp(text, "inf", 3) != 0 && strncmp(text, "nan", 3) != 0) {
            return NULL;
        }
        if (class_id == FW_DOUBLE) {
            const double number = strtod(text, &end);
            ((double *)data)[at] = negative ? -number : number;
        } else {
            const float number = strtof(text, &end);
            ((float *)data)[at] = negative ? -number : number;
        }
        return end == text ? NULL : end;
    }
    if (!decimal) {
        return NULL;
    }
    const uint64_t size = strtoull(text, &end, 10);
    const uint64_t most = class_id == FW_UINT64 ? UINT64_MAX : (uint64_t)INT64_MAX + negative;
    if (errno == ERANGE || size > most || (class_id == FW_UINT64 && negative && size > 0)) {
        program_trouble = ": a number is too large";
        return NULL;
    }
    if (class_id == FW_UINT64) {
        ((uint64_t *)data)[at] = size;
        return end;
    }
    const int64_t number = !negative || size == 0 ? (int64_t)size : -(int64_t)(size - 1) - 1;
    switch (class_id) {
    case FW_INT8:
        ((int8_t *)data)[at] = (int8_t)number;
        return number == (int8_t)number ? end : NULL;
    case FW_INT16:
        ((int16_t *)data)[at] = (int16_t)number;
        return number == (int16_t)number ? end : NULL;
    case FW_INT32:
        ((int32_t *)data)[at] = (int32_t)number;
        return number == (int32_t)number ? end : NULL;
    case FW_INT64:
        ((int64_t *)data)[at] = number;
        return end;
    case FW_UINT8:
        ((uint8_t *)data)[at] = (uint8_t)number;
        return number == (uint8_t)number ? end : NULL;
    case FW_UINT16:
        ((uint16_t *)data)[at] = (uint16_t)number;
        return number == (uint16_t)number ? end : NULL;
    case FW_UINT32:
        ((uint32_t *)data)[at] = (uint32_t)number;
        return number == (uint32_t)number ? end : NULL;
    default:
        return NULL;
    }
}

/* How deep brackets may nest: no array has more axes. */
enum { PROGRAM_DEEPEST = 64 };

/* What is read of nested brackets. */
typedef struct {
    int32_t class_id;
    void *data;
    int64_t count;
    /* Whether its numbers are written as whole ones; -1 where there is none yet. */
    int whole;
    /* How many axes there are, and their extents; -1 where nothing is known yet. */
    int64_t rank;
    int64_t extents[PROGRAM_DEEPEST];
} program_nest;

/* Reads an element, or `[1, 2]` of such; what stands behind it, or NULL. */
static const char *program_read_nest(const char *text, program_nest *nest, int64_t depth)
{
    if (*text != '[') {
        nest->rank = nest->rank < 0 ? depth : nest->rank;
        if (nest->rank != depth) {
            program_trouble = ": elements have one type and shape";
            return NULL;
        }
        const char *const end = program_read_element(text, nest->class_id, nest->data, nest->count++);
        /* Where reals are wanted, whole numbers may stand for them, but not beside them. */
        int whole = 1;
        for (const char *at = text; end != NULL && at < end; at++) {
            whole = whole && (isdigit((unsigned char)*at) || isspace((unsigned char)*at) || *at == '-');
        }
        nest->whole = nest->whole < 0 ? whole : nest->whole;
        if (end != NULL && nest->whole != whole) {
            program_trouble = ": elements have one type and shape";
            return NULL;
        }
        return end;
    }
    if (depth >= PROGRAM_DEEPEST) {
        program_trouble = ": it is nested too deeply";
        return NULL;
    }
    int64_t extent = 0;
    text = program_skip(text + 1);
    if (*text == ']') {
        nest->rank = nest->rank < 0 ? depth + 1 : nest->rank;
        if (nest->rank != depth + 1) {
            program_trouble = ": elements have one type and shape";
            return NULL;
        }
    } else {
        for (;;) {
            text = program_read_nest(text, nest, depth + 1);
            if (text == NULL) {
                return NULL;
            }
            extent++;
            text = program_skip(text);
            if (*text != ',') {
                break;
            }
            text = program_skip(text + 1);
        }
    }
    if (*text != ']') {
        return NULL;
    }
    if (nest->extents[depth] >= 0 && nest->extents[depth] != extent) {
        program_trouble = ": elements have one type and shape";
        return NULL;
    }
    nest->extents[depth] = extent;
    return text + 1;
}

/* Begins to read; there are no more elements than the text has characters. */
static bool program_begin_nest(program_nest *nest, const char *text, int32_t class_id, size_t size)
{
    nest->class_id = class_id;
    nest->data = calloc(strlen(text) + 1, size);
    nest->count = 0;
    nest->rank = -1;
    nest->whole = -1;
    for (int64_t axis = 0; axis < PROGRAM_DEEPEST; axis++) {
        nest->extents[axis] = -1;
    }
    return nest->data != NULL;
}

static bool program_read(fw_array *array, const char *text, int32_t class_id, size_t size)
{
    array->class_id = class_id;
    text = program_skip(text);
    program_nest nest;
    int64_t *shape = NULL;
    int64_t axes = 0;
    const bool reshapes = strncmp(text, "reshape", 7) == 0;
    if (reshapes) {
        text = program_skip(text + 7);
        if (*text != '(' || !program_begin_nest(&nest, text, FW_INT64, sizeof(int64_t))) {
            return false;
        }
        shape = nest.data;
        text = program_read_nest(program_skip(text + 1), &nest, 0);
        text = text == NULL || nest.rank != 1 ? NULL : program_skip(text);
        axes = nest.count;
        if (text == NULL || *text != ',') {
            free(shape);
            return false;
        }
        text = program_skip(text + 1);
    }
    bool fits = program_begin_nest(&nest, text, class_id, size);
    array->data = nest.data;
    text = fits ? program_read_nest(text, &nest, 0) : NULL;
    text = text == NULL ? NULL : program_skip(text);
    if (reshapes && text != NULL) {
        text = *text == ')' ? program_skip(text + 1) : NULL;
    }
    if (text == NULL || *text != '\0') {
        free(shape);
        return false;
    }
    if (reshapes) {
        int64_t wanted = 1;
        for (int64_t axis = 0; axis < axes; axis++) {
            if (shape[axis] < 0 || (shape[axis] > 0 && wanted > INT64_MAX / shape[axis])) {
                fits = false;
                break;
            }
            wanted *= shape[axis];
        }
        if (!fits || wanted != nest.count) {
            program_trouble = ": reshape to a different number of elements";
            free(shape);
            return false;
        }
        array->rank = axes;
        array->extents = shape;
        return true;
    }
    array->rank = nest.rank;
    array->extents = calloc((size_t)nest.rank + 1, sizeof *array->extents);
    if (array->extents == NULL) {
        return false;
    }
    for (int64_t axis = 0; axis < nest.rank; axis++) {
        array->extents[axis] = nest.extents[axis];
    }
    return true;
}

/* Gets ready: calls may nest as deep as in the evaluator, and whoever is run by somebody who
   waits for the end ends with him. */
static void program_begin(void)
{
#if defined(__unix__) || defined(__APPLE__)
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)PROGRAM_STACK;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
        && limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted
            ? wanted
            : limit.rlim_max;
        /* Where that is not allowed, deep recursion ends as it would have. */
        (void)setrlimit(RLIMIT_STACK, &limit);
    }
#endif
#if defined(__linux__)
    if (getenv("FORMWORK_ENDS_WITH_PARENT") != NULL) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
#endif
}
