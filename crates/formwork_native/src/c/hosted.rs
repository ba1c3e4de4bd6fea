//! Code that asks its host before it takes much memory, so that a program that wants too
//! much gets the host's error instead of the machine running out.
//!
//! Large arrays begin where a line of the cache does, if the system has such memory: then
//! vectors of elements do not lie across two lines. It is freed like any other.

/// What the allocating helpers call instead of the C library.
const HOST: &str = "/* Who called, and is asked for room. */
static __thread const fw_runtime *fw_host;

static inline bool fw_may_take(size_t bytes)
{
    return bytes < 65536 || fw_host == NULL || fw_host->reserve((int64_t)bytes) == 0;
}

";

/// Each function that allocates: what it is called here, what is put in its place, and how
/// that is defined.
const FUNCTIONS: [(&str, &str, &str); 3] = [
    (
        "malloc(",
        "fw_host_malloc(",
        "#if defined(__linux__) || defined(__APPLE__)
extern int posix_memalign(void **data, size_t alignment, size_t size);
#define FW_ALIGNED 16384
#endif

static inline void *fw_host_malloc(size_t size)
{
    if (!fw_may_take(size)) {
        return NULL;
    }
#ifdef FW_ALIGNED
    if (size >= FW_ALIGNED) {
        void *data = NULL;
        return posix_memalign(&data, 64, size) == 0 ? data : NULL;
    }
#endif
    return malloc(size);
}

",
    ),
    (
        "calloc(",
        "fw_host_calloc(",
        "static inline void *fw_host_calloc(size_t count, size_t size)
{
    return fw_may_take(count * size) ? calloc(count, size) : NULL;
}

",
    ),
    (
        "realloc(",
        "fw_host_realloc(",
        "static inline void *fw_host_realloc(void *data, size_t size)
{
    return fw_may_take(size) ? realloc(data, size) : NULL;
}

",
    ),
];

/// Helpers that ask before they allocate.
pub(super) fn memory(definitions: &str) -> String {
    let mut text = HOST.to_owned();
    let mut asking = definitions.to_owned();
    for (own, hosted, definition) in FUNCTIONS {
        // Calls stand behind a space: other names may end like these.
        let call = format!(" {own}");
        if asking.contains(&call) {
            asking = asking.replace(&call, &format!(" {hosted}"));
            text.push_str(definition);
        }
    }
    text.push_str(&asking);
    text
}
