package io.millrace.files.remote;

/** What one process asks another one. A path follows. */
enum Request {
    /** What is in a directory, or a file itself. */
    LIST,
    /** The same, with the bytes of all below in place of a directory's own. */
    SIZES,
    /** A file's bytes. */
    READ,
    /** Copies a file or directory; the path that it is copied to follows. */
    COPY,
    /** Writes redirected files to disk. */
    SAVE
}
