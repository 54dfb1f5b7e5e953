package io.millrace.files.config;

import io.millrace.engine.config.Key;

/** The configuration keys of files and directories. */
public final class FileKeys {

    public static final Key<UnsafeDirectory> UNSAFE_DIRECTORY =
            Key.oneOf(
                    "millrace.local.unsafe",
                    UnsafeDirectory.REFUSE,
                    "What to do if other users of the machine can write a directory for local files of jobs, or one above it: refuse fails the job, or takes a private directory in place of a default one; warn uses it.");

    public static final Key<Boolean> WRITE_BEHIND =
            Key.flag(
                    "millrace.local.write.behind",
                    true,
                    "Whether large local files are written by other threads than those that make what is written. A file system keeps what the first who asked for it had set.");

    public static final Key<String> REDIRECT =
            Key.text(
                    "millrace.namespace.redirect",
                    "off, auto, or local absolute paths, separated by commas",
                    "Files on the local disk that are kept in memory until the process ends, and written to disk then: those below these paths, or the output directories of the jobs that set auto. Holds for the whole process.");

    private FileKeys() {}
}
