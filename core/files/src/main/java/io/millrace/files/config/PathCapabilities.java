package io.millrace.files.config;

/** Capabilities of paths in Millrace's file systems, besides those that Hadoop defines. */
public final class PathCapabilities {

    /** Whether files at or below this local path are in memory and not on disk. */
    public static final String IN_MEMORY = "fs.capability.millrace.in.memory";

    private PathCapabilities() {}
}
