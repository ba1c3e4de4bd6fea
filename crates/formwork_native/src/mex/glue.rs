//! The C between a host and the entries of a module.

use std::fmt::Write as _;

use super::MexOptions;
use crate::loops::{Entry, Module, as_name};

/// The glue of a module.
pub(super) fn glue(module: &Module, options: &MexOptions, header_name: &str) -> String {
    let mut text = format!(
        "/* {}_mex.c: written by Formwork. */\n{INCLUDES}#include \"{header_name}\"\n\n{OWN_MEX}{CONVERSIONS}",
        as_name(&options.function)
    );
    text.push_str(&operations(module));
    text.push_str(&table(module.entries()));
    let name = &options.function;
    let fallback = match &options.fallback {
        Some(fallback) => format!(
            "    /* No entry fits: the function's text does it. */
    if (mexCallMATLAB(nlhs, plhs, nrhs, (mxArray **)prhs, \"{}\") != 0) {{
        raise_error(\"formwork:fallback\", \"{}: the function's text failed\");
    }}
",
            as_name(fallback),
            as_name(name)
        ),
        None => format!(
            "    raise_error(\"formwork:no-signature\",
                \"{}: not compiled for arguments of these kinds\");
",
            as_name(name)
        ),
    };
    let failure =
        if options.fallback.is_some() && options.falls_back_on_failure { "" } else { FAILURE };
    let _ = write!(
        text,
        "{}",
        MEX_FUNCTION.replace("$FALLBACK\n", &fallback).replace("$FAILURE\n", failure)
    );
    text
}

/// Callbacks for the operations of the runtime, which are functions of the host.
fn operations(module: &Module) -> String {
    let names = module.operations();
    if names.is_empty() {
        return "static const fw_runtime runtime_table = {NULL, NULL, NULL, NULL};\n\n".to_owned();
    }
    let mut text = OPERATION.to_owned();
    let mut list = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let _ = write!(
            text,
            "static int operation_{number}(void *context, const fw_array *arguments, int64_t argument_count,
                       fw_array *results, int64_t result_count, fw_error *error)
{{
    (void)context;
    return call_host(\"{}\", arguments, argument_count, results, result_count, error);
}}

",
            as_name(name)
        );
        list.push(format!("operation_{number}"));
    }
    let _ = write!(
        text,
        "static const fw_operation operation_table[] = {{{}}};
static const fw_runtime runtime_table = {{NULL, operation_table, NULL, NULL}};

",
        list.join(", ")
    );
    text
}

fn table(entries: &[Entry]) -> String {
    let mut text = String::from(
        "typedef struct entry {
    int (*call)(const fw_array *, int64_t, fw_array *, int64_t, const fw_runtime *, fw_error *);
    int arguments;
    int results;
} entry;

/* The entries, tried in this order. */
static const entry entries[] = {\n",
    );
    for entry in entries {
        let _ = writeln!(
            text,
            "    {{{}_call, {}, {}}},",
            as_name(&entry.name),
            entry.arguments.len(),
            entry.results.len()
        );
    }
    text.push_str("    {NULL, 0, 0},\n};\n\n");
    let most =
        |count: fn(&Entry) -> usize| entries.iter().map(count).max().unwrap_or_default().max(1);
    let _ = write!(
        text,
        "enum {{ MOST_ARGUMENTS = {}, MOST_RESULTS = {} }};\n\n",
        most(|entry| entry.arguments.len()),
        most(|entry| entry.results.len())
    );
    text
}

const INCLUDES: &str = "#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef FW_OWN_MEX
#include \"mex.h\"
#endif
";

const OWN_MEX: &str = "#ifdef FW_OWN_MEX
/* What is called below, as GNU Octave has it. */
typedef struct mxArray_tag mxArray;
typedef int64_t mwSize;
typedef char mxChar;
typedef enum {
    mxUNKNOWN_CLASS,
    mxCELL_CLASS,
    mxSTRUCT_CLASS,
    mxLOGICAL_CLASS,
    mxCHAR_CLASS,
    mxVOID_CLASS,
    mxDOUBLE_CLASS,
    mxSINGLE_CLASS,
    mxINT8_CLASS,
    mxUINT8_CLASS,
    mxINT16_CLASS,
    mxUINT16_CLASS,
    mxINT32_CLASS,
    mxUINT32_CLASS,
    mxINT64_CLASS,
    mxUINT64_CLASS
} mxClassID;
typedef enum { mxREAL, mxCOMPLEX } mxComplexity;
extern mxClassID mxGetClassID(const mxArray *array);
extern bool mxIsComplex(const mxArray *array);
extern bool mxIsSparse(const mxArray *array);
extern mwSize mxGetNumberOfDimensions(const mxArray *array);
extern mwSize *mxGetDimensions(const mxArray *array);
extern void *mxGetData(const mxArray *array);
extern void *mxGetImagData(const mxArray *array);
extern mxArray *mxCreateNumericArray(mwSize rank, const mwSize *extents, mxClassID class_id,
                                     mxComplexity complexity);
extern mxArray *mxCreateLogicalArray(mwSize rank, const mwSize *extents);
extern mxArray *mxCreateString(const char *text);
extern mxArray *mxCreateCharArray(mwSize rank, const mwSize *extents);
extern void mxDestroyArray(mxArray *array);
extern int mexCallMATLAB(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[], const char *name);
extern void mexSetTrapFlag(int flag);
extern void mexErrMsgIdAndTxt(const char *identifier, const char *format, ...);
extern void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);
#endif

";

const CONVERSIONS: &str =
    "/* The classes of the host, in the order of ours, and the sizes of their elements. */
static const mxClassID host_classes[] = {
    mxLOGICAL_CLASS, mxCHAR_CLASS,  mxDOUBLE_CLASS, mxSINGLE_CLASS, mxINT8_CLASS,   mxINT16_CLASS,
    mxINT32_CLASS,   mxINT64_CLASS, mxUINT8_CLASS,  mxUINT16_CLASS, mxUINT32_CLASS, mxUINT64_CLASS};
static const size_t element_sizes[] = {1, 1, 8, 4, 1, 2, 4, 8, 1, 2, 4, 8};

static int64_t element_count(const fw_array *array)
{
    int64_t count = 1;
    for (int64_t axis = 0; axis < array->rank; axis++) {
        count *= array->extents[axis];
    }
    return count;
}

static void release(fw_array *arrays, int64_t count)
{
    for (int64_t number = 0; number < count; number++) {
        free(arrays[number].data);
        free(arrays[number].extents);
        arrays[number].data = NULL;
        arrays[number].extents = NULL;
    }
}

/* A copy of a value of the host; false if it is none that we know, or there is no
   memory. */
static bool from_host(const mxArray *value, fw_array *array)
{
    const mxClassID host_class = mxGetClassID(value);
    int32_t class_id = 0;
    while (class_id < 12 && host_classes[class_id] != host_class) {
        class_id++;
    }
    memset(array, 0, sizeof *array);
    if (class_id == 12 || mxIsSparse(value)) {
        return false;
    }
    array->class_id = class_id;
    array->is_complex = mxIsComplex(value);
    array->rank = (int64_t)mxGetNumberOfDimensions(value);
    array->extents = malloc((size_t)array->rank * sizeof *array->extents);
    if (array->extents == NULL) {
        return false;
    }
    for (int64_t axis = 0; axis < array->rank; axis++) {
        array->extents[axis] = (int64_t)mxGetDimensions(value)[axis];
    }
    const size_t count = (size_t)element_count(array);
    const size_t size = element_sizes[class_id];
    array->data = malloc(count * size * 2 + 1);
    if (array->data == NULL) {
        return false;
    }
    char *const to = array->data;
    const char *const from = mxGetData(value);
    if (count == 0) {
        return true;
    }
    if (host_class == mxCHAR_CLASS && sizeof(mxChar) > 1) {
        for (size_t place = 0; place < count; place++) {
            const mxChar character = ((const mxChar *)(const void *)from)[place];
            if ((unsigned long)character > 255) {
                return false;
            }
            to[place] = (char)character;
        }
    } else if (!array->is_complex) {
        memcpy(to, from, count * size);
    } else {
#if defined(MX_HAS_INTERLEAVED_COMPLEX) && MX_HAS_INTERLEAVED_COMPLEX
        memcpy(to, from, 2 * count * size);
#else
        const char *const imaginary = mxGetImagData(value);
        for (size_t place = 0; place < count; place++) {
            memcpy(to + 2 * place * size, from + place * size, size);
            memcpy(to + (2 * place + 1) * size, imaginary + place * size, size);
        }
#endif
    }
    return true;
}

/* Whether all imaginary parts are zero: then the host takes the real ones. */
static bool is_real(const fw_array *array, size_t count)
{
    for (size_t place = 0; place < count; place++) {
        if (array->class_id == FW_DOUBLE ? ((const fw_c64 *)array->data)[place].im != 0
                                         : ((const fw_c32 *)array->data)[place].im != 0) {
            return false;
        }
    }
    return true;
}

/* A value of the host; the host ends the call where there is no memory. */
static mxArray *to_host(const fw_array *array)
{
    const size_t count = (size_t)element_count(array);
    const size_t size = element_sizes[array->class_id];
    const bool is_complex = array->is_complex && !is_real(array, count);
    mwSize extents[64] = {1, 1};
    const int64_t rank = array->rank > 64 ? 64 : array->rank;
    for (int64_t axis = 0; axis < rank; axis++) {
        extents[axis] = (mwSize)array->extents[axis];
    }
    const mwSize host_rank = (mwSize)(rank < 2 ? 2 : rank);
    mxArray *value;
    if (array->class_id == FW_LOGICAL) {
        value = mxCreateLogicalArray(host_rank, extents);
    } else if (array->class_id == FW_CHAR) {
        value = mxCreateCharArray(host_rank, extents);
    } else {
        value = mxCreateNumericArray(host_rank, extents, host_classes[array->class_id],
                                     is_complex ? mxCOMPLEX : mxREAL);
    }
    char *const to = mxGetData(value);
    const char *const from = array->data;
    if (array->class_id == FW_CHAR && sizeof(mxChar) > 1) {
        for (size_t place = 0; place < count; place++) {
            ((mxChar *)(void *)to)[place] = (mxChar)(unsigned char)from[place];
        }
    } else if (!array->is_complex) {
        if (count > 0) {
            memcpy(to, from, count * size);
        }
    } else {
        for (size_t place = 0; place < count; place++) {
#if defined(MX_HAS_INTERLEAVED_COMPLEX) && MX_HAS_INTERLEAVED_COMPLEX
            const size_t stride = is_complex ? 2 : 1;
            memcpy(to + stride * place * size, from + 2 * place * size, stride * size);
#else
            memcpy(to + place * size, from + 2 * place * size, size);
            if (is_complex) {
                memcpy((char *)mxGetImagData(value) + place * size, from + (2 * place + 1) * size,
                       size);
            }
#endif
        }
    }
    return value;
}

";

const OPERATION: &str = "/* An operation of the runtime is a function of the host. */
static int call_host(const char *name, const fw_array *arguments, int64_t argument_count,
                     fw_array *results, int64_t result_count, fw_error *error)
{
    mxArray *given[16];
    mxArray *taken[16] = {NULL};
    bool done = argument_count <= 16 && result_count <= 16;
    if (done) {
        for (int64_t number = 0; number < argument_count; number++) {
            given[number] = to_host(&arguments[number]);
        }
        mexSetTrapFlag(1);
        done = mexCallMATLAB((int)result_count, taken, (int)argument_count, given, name) == 0;
        mexSetTrapFlag(0);
        for (int64_t number = 0; number < argument_count; number++) {
            mxDestroyArray(given[number]);
        }
    }
    for (int64_t number = 0; done && number < result_count; number++) {
        done = taken[number] != NULL && from_host(taken[number], &results[number]);
    }
    for (int64_t number = 0; number < 16; number++) {
        if (taken[number] != NULL) {
            mxDestroyArray(taken[number]);
        }
    }
    if (!done && error != NULL) {
        snprintf(error->identifier, sizeof error->identifier, \"%s\", \"formwork:operation\");
        snprintf(error->message, sizeof error->message, \"the operation '%s' failed\", name);
    }
    return done ? FW_OK : FW_FAILED;
}

";

/// An error of an entry is one of the host.
const FAILURE: &str = "    if (status == FW_FAILED) {
        raise_error(error.identifier, error.message);
        return;
    }
";

const MEX_FUNCTION: &str = "/* Calls the first entry that fits; FW_NO_MATCH if none does. */
static int call_entries(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[], fw_error *error)
{
    fw_array arguments[MOST_ARGUMENTS];
    fw_array results[MOST_RESULTS];
    memset(arguments, 0, sizeof arguments);
    memset(results, 0, sizeof results);
    int status = FW_NO_MATCH;
    bool known = nrhs <= MOST_ARGUMENTS;
    for (int number = 0; known && number < nrhs; number++) {
        known = from_host(prhs[number], &arguments[number]);
    }
    for (const entry *tried = entries; known && tried->call != NULL; tried++) {
        if (tried->arguments != nrhs || tried->results < nlhs) {
            continue;
        }
        status = tried->call(arguments, nrhs, results, tried->results, &runtime_table, error);
        if (status == FW_NO_MATCH) {
            continue;
        }
        if (status == FW_OK) {
            const int wanted = nlhs > 0 ? nlhs : 1;
            for (int number = 0; number < wanted && number < tried->results; number++) {
                plhs[number] = to_host(&results[number]);
            }
            release(results, tried->results);
        }
        break;
    }
    release(arguments, nrhs <= MOST_ARGUMENTS ? nrhs : MOST_ARGUMENTS);
    return status;
}

/* Raises an error of the host. Its function `error` puts no name before the message, as
   mexErrMsgIdAndTxt does in Octave; neither comes back. */
static void raise_error(const char *identifier, const char *message)
{
    const char *const known = identifier[0] != 0 ? identifier : \"formwork:error\";
    mxArray *given[3] = {mxCreateString(known), mxCreateString(\"%s\"), mxCreateString(message)};
    /* Without an identifier the text alone says how it is to be read. */
    const int first = identifier[0] != 0 ? 0 : 1;
    mexCallMATLAB(0, NULL, 3 - first, given + first, \"error\");
    mexErrMsgIdAndTxt(known, \"%s\", message);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    fw_error error;
    memset(&error, 0, sizeof error);
    const int status = call_entries(nlhs, plhs, nrhs, prhs, &error);
    if (status == FW_OK) {
        return;
    }
$FAILURE
$FALLBACK
}
";
