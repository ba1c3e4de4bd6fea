#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const char *program_skip(const char *text)
{
    while (isspace((unsigned char)*text) || *text == ',') {
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
    if (class_id == FW_DOUBLE || class_id == FW_SINGLE) {
        if (class_id == FW_DOUBLE) {
            ((double *)data)[at] = strtod(text, &end);
        } else {
            ((float *)data)[at] = strtof(text, &end);
        }
        return end == text ? NULL : end;
    }
    if (class_id == FW_UINT64) {
        ((uint64_t *)data)[at] = strtoull(text, &end, 10);
        return end == text || *text == '-' ? NULL : end;
    }
    const int64_t number = strtoll(text, &end, 10);
    if (end == text) {
        return NULL;
    }
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

/* Reads `[1, 2]`; what stands behind it, or NULL. */
static const char *program_read_list(const char *text, int32_t class_id, size_t size, void **data,
                                     int64_t *count)
{
    *count = 0;
    *data = calloc(strlen(text) + 1, size);
    if (*data == NULL || *text != '[') {
        return NULL;
    }
    text = program_skip(text + 1);
    while (text != NULL && *text != ']') {
        text = program_read_element(text, class_id, *data, (*count)++);
        text = text == NULL ? NULL : program_skip(text);
    }
    return text == NULL ? NULL : text + 1;
}

static bool program_read(fw_array *array, const char *text, int32_t class_id, size_t size)
{
    array->class_id = class_id;
    text = program_skip(text);
    int64_t count = 0;
    if (strncmp(text, "reshape(", 8) == 0) {
        void *extents = NULL;
        text = program_read_list(program_skip(text + 8), FW_INT64, sizeof(int64_t), &extents,
                                 &array->rank);
        array->extents = extents;
        if (text == NULL) {
            return false;
        }
        text = program_read_list(program_skip(text), class_id, size, &array->data, &count);
        if (text == NULL || *program_skip(text) != ')') {
            return false;
        }
        int64_t wanted = 1;
        for (int64_t axis = 0; axis < array->rank; axis++) {
            const int64_t extent = array->extents[axis];
            if (extent < 0 || (extent > 0 && wanted > INT64_MAX / extent)) {
                return false;
            }
            wanted *= extent;
        }
        return wanted == count;
    }
    array->extents = calloc(1, sizeof *array->extents);
    if (array->extents == NULL) {
        return false;
    }
    if (*text == '[') {
        array->rank = 1;
        text = program_read_list(text, class_id, size, &array->data, &array->extents[0]);
        return text != NULL && *program_skip(text) == '\0';
    }
    array->data = calloc(1, size);
    text = array->data == NULL ? NULL : program_read_element(text, class_id, array->data, 0);
    return text != NULL && *program_skip(text) == '\0';
}
