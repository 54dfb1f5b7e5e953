package io.millrace.files.process;

import java.time.Duration;

/**
 * The steps in which a process ends, in order. Steps before Hadoop closes its file systems may use
 * them.
 */
public enum EndStep {
    /** Running jobs are killed, and abort their output. */
    JOBS(30, Duration.ofSeconds(20)),
    /** Redirected local files are written to disk. */
    REDIRECTED_FILES(25, Duration.ofHours(12)),
    /** The log lists files of namespaces that are lost with the process. */
    NAMESPACES(24, Duration.ofSeconds(20)),
    /** Other processes can no longer see the files of this one. */
    FILE_SERVER(22, Duration.ofSeconds(20)),
    /** Memory is released, and the process's files on local disks are deleted. */
    LEFTOVERS(20, Duration.ofSeconds(20)),
    /**
     * The exit code reports lost files. After all other steps; Hadoop compares priorities by their
     * difference, which must not overflow.
     */
    EXIT_CODE(-1_000_000, Duration.ofSeconds(20));

    private final int priority;
    private final Duration timeout;

    EndStep(int priority, Duration timeout) {
        this.priority = priority;
        this.timeout = timeout;
    }

    /** Priority of the shutdown hook; Hadoop runs higher priorities first. */
    int priority() {
        return priority;
    }

    /** How long the step may take. */
    Duration timeout() {
        return timeout;
    }
}
