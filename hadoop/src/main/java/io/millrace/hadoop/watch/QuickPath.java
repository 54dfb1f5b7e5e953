package io.millrace.hadoop.watch;

/**
 * Parts of a task that a faster implementation with the same result may do; each task decides
 * separately.
 */
public enum QuickPath {
    READER("input.reader"),
    WRITER("output.writer");

    private final String choice;

    QuickPath(String choice) {
        this.choice = choice;
    }

    /** Its name in a job's plan. */
    public String choice() {
        return choice;
    }
}
