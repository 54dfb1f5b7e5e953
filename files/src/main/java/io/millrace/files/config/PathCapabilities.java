package io.millrace.files.config;

/** What can be asked of a path of our file systems, beside what Hadoop has names for. */
public final class PathCapabilities {

    /** Whether it is a local path at or below which files are in memory and not on disk. */
    public static final String IN_MEMORY = "fs.capability.millrace.in.memory";

    private PathCapabilities() {}
}
