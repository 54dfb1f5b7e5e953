package io.millrace.hadoop.watch;

/** A part of a task that has a faster path with the same result. Each task chooses for itself. */
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
