package io.millrace.bench.soak;

/** A mishap of a job with workers. */
public enum Event {
    WORKER("a worker is killed"),
    TWO_WORKERS("two workers are killed"),
    PAUSE("a worker is stopped for some seconds, and continues"),
    ONE_TOO_MANY("a worker is killed, and none may end"),
    CLIENT("the client is killed, and the job runs again");

    private final String sentence;

    Event(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
