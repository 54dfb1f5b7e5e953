package io.millrace.hadoop.remote;

/** What one process asks another one. A path follows. */
enum Request {
    /** What is in a folder, or a file itself. */
    LIST,
    /** The same, with the bytes of all below in place of a folder's own. */
    SIZES,
    /** A file's bytes. */
    READ,
    /** Makes a file; its bytes follow. */
    WRITE,
    /** Writes redirected files to disk. */
    SAVE
}
