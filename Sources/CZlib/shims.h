// zlib. Its init calls are macros, which Swift does not see; raw streams (no zlib header) are all that RFC 7692 needs.
#pragma once
#include <zlib.h>

static inline int zlib_inflate_raw(z_stream *stream, int windowBits) {
    return inflateInit2(stream, -windowBits);
}

static inline int zlib_deflate_raw(z_stream *stream, int level, int windowBits, int memoryLevel) {
    return deflateInit2(stream, level, Z_DEFLATED, -windowBits, memoryLevel, Z_DEFAULT_STRATEGY);
}

// zlib's or gzip's header, whichever the first bytes are.
static inline int zlib_inflate_wrapped(z_stream *stream) {
    return inflateInit2(stream, 32 + 15);
}
