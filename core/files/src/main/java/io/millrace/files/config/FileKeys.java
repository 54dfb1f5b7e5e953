package io.millrace.files.config;

import io.millrace.engine.config.Key;

/** The configuration keys of files and directories. */
public final class FileKeys {

    public static final Key<UnsafeDirectory> UNSAFE_DIRECTORY =
            Key.oneOf(
                    "millrace.local.unsafe",
                    UnsafeDirectory.REPLACE,
                    "Reaction if other users of the machine can write to a directory for"
                            + " local files of jobs, or to a parent of it. replace: use a private"
                            + " directory beside it or in a temporary directory, and log a"
                            + " warning. refuse: fail the job, or replace a default directory."
                            + " warn: use the directory and log a warning.");

    public static final Key<Boolean> WRITE_BEHIND =
            Key.flag(
                    "millrace.local.write.behind",
                    true,
                    "Whether background threads write large local files. A file system"
                            + " object keeps the setting of the first caller that opened it.");

    public static final Key<String> REDIRECT =
            Key.text(
                    "millrace.namespace.redirect",
                    "off, auto, or local absolute paths, separated by commas",
                    "Local files that stay in memory until the process ends and are then"
                            + " written to disk: the files below these paths or, with auto, the"
                            + " output directories of the jobs that set it. Applies to the whole"
                            + " process.");

    private FileKeys() {}
}
