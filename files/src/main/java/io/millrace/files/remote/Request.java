package io.millrace.files.remote;

/** What one process asks another one. A path follows. */
enum Request {
    /** What is in a folder, or a file itself. */
    LIST,
    /** The same, with the bytes of all below in place of a folder's own. */
    SIZES,
    /** A file's bytes. */
    READ,
    /** Copies a file or folder; the path that it is copied to follows. */
    COPY,
    /** Writes redirected files to disk. */
    SAVE
}
