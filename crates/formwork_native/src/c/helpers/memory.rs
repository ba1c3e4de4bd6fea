//! Helpers for memory, errors and descriptions of arrays.

use super::super::literal::string;
use super::helper::{Definition, Helper, Support};
use crate::loops::OUT_OF_MEMORY;

pub(super) fn support(support: Support) -> Definition {
    let needs =
        |list: &[Support]| -> Vec<Helper> { list.iter().copied().map(Helper::Support).collect() };
    let (text, needs) = match support {
        Support::Allocate => (ALLOCATE.to_owned(), needs(&[])),
        Support::Duplicate => (DUPLICATE.to_owned(), needs(&[Support::Allocate])),
        Support::Reserve => (RESERVE.to_owned(), needs(&[])),
        Support::Grow => (GROW.to_owned(), needs(&[Support::Reserve])),
        Support::Fail => (FAIL.to_owned(), needs(&[])),
        Support::OutOfMemory => (
            format!(
                "static int fw_out_of_memory(fw_error *error)
{{
    return fw_fail(error, {}, \"%s\",
                   {});
}}
",
                string(OUT_OF_MEMORY.0),
                string(OUT_OF_MEMORY.1)
            ),
            needs(&[Support::Fail]),
        ),
        Support::ShowDouble => (SHOW_DOUBLE.to_owned(), needs(&[])),
        Support::IsArray => (IS_ARRAY.to_owned(), needs(&[])),
        Support::Count => (COUNT.to_owned(), needs(&[])),
        Support::Describe => (DESCRIBE.to_owned(), needs(&[Support::Allocate])),
        Support::ReleaseArrays => (RELEASE_ARRAYS.to_owned(), needs(&[])),
        Support::CallOperation => (CALL_OPERATION.to_owned(), needs(&[Support::Fail])),
    };
    Definition::new(text, &needs)
}

const ALLOCATE: &str = "/* Memory for so many elements, or NULL; never NULL for none. */
static void *fw_allocate(int64_t length, size_t size, bool zero)
{
    if (length < 0 || (uint64_t)length > (uint64_t)PTRDIFF_MAX / size) {
        return NULL;
    }
    const size_t count = length == 0 ? 1 : (size_t)length;
    return zero ? calloc(count, size) : malloc(count * size);
}
";

const DUPLICATE: &str = "/* A copy of so many elements, or NULL. */
static void *fw_duplicate(const void *data, int64_t length, size_t size)
{
    void *const copy = fw_allocate(length, size, false);
    if (copy != NULL && length > 0) {
        memcpy(copy, data, (size_t)length * size);
    }
    return copy;
}
";

const RESERVE: &str = "/* The elements with room for so many, or NULL, and nothing has changed. */
static void *fw_reserve(void *data, int64_t *capacity, int64_t wanted, size_t size)
{
    if (data != NULL && wanted <= *capacity) {
        return data;
    }
    wanted = wanted < 1 ? 1 : wanted;
    if ((uint64_t)wanted > (uint64_t)PTRDIFF_MAX / size) {
        return NULL;
    }
    void *const moved = realloc(data, (size_t)wanted * size);
    if (moved != NULL) {
        *capacity = wanted;
    }
    return moved;
}
";

const GROW: &str =
    "/* The elements with zeros behind, so that there are at least so many, or NULL, and
   nothing has changed. Room at least doubles. */
static void *fw_grow(void *data, int64_t *length, int64_t *capacity, int64_t wanted, size_t size)
{
    if (wanted > *capacity || data == NULL) {
        int64_t room = wanted;
        if (*capacity < INT64_MAX / 2 && room < 2 * *capacity) {
            room = 2 * *capacity;
        }
        data = fw_reserve(data, capacity, room, size);
    }
    if (data != NULL && wanted > *length) {
        memset((char *)data + (size_t)*length * size, 0, (size_t)(wanted - *length) * size);
        *length = wanted;
    }
    return data;
}
";

const FAIL: &str = "/* Tells an error. */
static FW_COLD int fw_fail(fw_error *error, const char *identifier, const char *format, ...)
{
    if (error != NULL) {
        va_list operands;
        va_start(operands, format);
        vsnprintf(error->message, sizeof error->message, format, operands);
        va_end(operands);
        snprintf(error->identifier, sizeof error->identifier, \"%s\", identifier);
    }
    return FW_FAILED;
}
";

const SHOW_DOUBLE: &str = "/* A number as messages show it, in memory of the caller's. */
static const char *fw_show_double(double x, char text[32])
{
    if (isfinite(x)) {
        snprintf(text, 32, \"%g\", x);
    } else {
        snprintf(text, 32, \"%s\", isnan(x) ? \"NaN\" : x > 0 ? \"Inf\" : \"-Inf\");
    }
    return text;
}
";

const IS_ARRAY: &str =
    "/* Whether an array is of a class and, unless that is negative, of a rank. */
static bool fw_is_array(const fw_array *array, int32_t class_id, bool is_complex, int64_t rank)
{
    return array->class_id == class_id && (array->is_complex != 0) == is_complex
           && (rank < 0 || array->rank == rank);
}
";

const COUNT: &str = "/* The number of elements. */
static int64_t fw_count(const fw_array *array)
{
    int64_t count = 1;
    for (int64_t axis = 0; axis < array->rank; axis++) {
        count *= array->extents[axis];
    }
    return count;
}
";

const DESCRIBE: &str = "/* Describes a result, which takes over the elements; false if there is no memory. */
static bool fw_describe(fw_array *array, void *data, int32_t class_id, bool is_complex, int64_t rank,
                        const int64_t *extents)
{
    array->extents = fw_allocate(rank, sizeof *array->extents, false);
    if (array->extents == NULL) {
        return false;
    }
    if (rank > 0) {
        memcpy(array->extents, extents, (size_t)rank * sizeof *extents);
    }
    array->data = data;
    array->class_id = class_id;
    array->is_complex = is_complex;
    array->rank = rank;
    return true;
}
";

const RELEASE_ARRAYS: &str = "/* Frees what descriptions hold. */
static void fw_release_arrays(fw_array *arrays, int64_t count)
{
    for (int64_t number = 0; number < count; number++) {
        free(arrays[number].data);
        free(arrays[number].extents);
        arrays[number].data = NULL;
        arrays[number].extents = NULL;
    }
}
";

const CALL_OPERATION: &str = "/* Calls an operation of the runtime. */
static int fw_call_operation(const fw_runtime *runtime, int64_t number, const char *name,
                             const fw_array *arguments, int64_t argument_count, fw_array *results,
                             int64_t result_count, fw_error *error)
{
    if (runtime == NULL || runtime->operations == NULL || runtime->operations[number] == NULL) {
        return fw_fail(error, \"formwork:no-operation\", \"the operation '%s' is not there\", name);
    }
    return runtime->operations[number](runtime->context, arguments, argument_count, results,
                                       result_count, error);
}
";
