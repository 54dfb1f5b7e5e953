package io.millrace.bench.soak;

import java.util.List;

/** A mishap of a job with workers. */
enum Event {
    WORKER("a worker is killed"),
    TWO_WORKERS("two workers are killed"),
    START("a worker is stopped while it starts"),
    PAUSE("a worker is stopped for some seconds, and continues"),
    LONG_PAUSE("a worker is stopped beyond the limit of silence, and continues"),
    ONE_TOO_MANY("a worker is killed, and none may end"),
    DISK("the disk of a worker is full"),
    CLIENT("the client is killed, and the job runs again"),
    FIRST_WORKER("the first worker is killed, and the driver with it"),
    OTHER_WORKER("another worker is killed"),
    MASTER("the application master is killed"),
    ABSENT_CLIENT("the client is killed, and the job continues"),
    LINK("a node is cut off for some seconds");

    /** Those of a job with workers on one machine. */
    static final List<Event> ON_ONE_MACHINE =
            List.of(WORKER, TWO_WORKERS, START, PAUSE, LONG_PAUSE, ONE_TOO_MANY, CLIENT, DISK);

    /** Those of a gang. */
    static final List<Event> ON_A_CLUSTER =
            List.of(FIRST_WORKER, OTHER_WORKER, MASTER, ABSENT_CLIENT, LINK);

    private final String sentence;

    Event(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
