package io.millrace.hadoop.watch;

/** What of a task may be done by something quicker of the same result, each task for itself. */
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
