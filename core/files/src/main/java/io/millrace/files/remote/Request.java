package io.millrace.files.remote;

/** A request of one process to another. A path follows. */
enum Request {
    /** The content of a directory, or a file itself. */
    LIST,
    /** The same, with the total size of each directory. */
    SIZES,
    /** A file's bytes. */
    READ,
    /** Copies a file or directory; the target path follows. */
    COPY,
    /** Writes redirected files to disk. */
    SAVE
}
