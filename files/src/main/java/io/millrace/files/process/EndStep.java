package io.millrace.files.process;

import java.time.Duration;

/**
 * The steps in which a process ends, in their order. Those before Hadoop closes its file systems
 * may use them.
 */
public enum EndStep {
    /** Running jobs are killed, and abort their output. */
    JOBS(30, Duration.ofSeconds(20)),
    /** Local files that are in memory only are written to disk. */
    REDIRECTED_FILES(25, Duration.ofHours(12)),
    /** The log says which files of namespaces end with the process. */
    NAMESPACES(24, Duration.ofSeconds(20)),
    /** Other processes see the files of this one no more. */
    FILE_SERVER(22, Duration.ofSeconds(20)),
    /** Memory goes, and with it what the process has left on local disks. */
    LEFTOVERS(20, Duration.ofSeconds(20)),
    /**
     * The process tells by its exit code that something was lost. After all others; Hadoop compares
     * priorities by their difference, which must not overflow.
     */
    EXIT_CODE(-1_000_000, Duration.ofSeconds(20));

    private final int priority;
    private final Duration timeout;

    EndStep(int priority, Duration timeout) {
        this.priority = priority;
        this.timeout = timeout;
    }

    /** Of the hook, among Hadoop's, which runs those of a higher one first. */
    int priority() {
        return priority;
    }

    /** How long the step may take. */
    Duration timeout() {
        return timeout;
    }
}
