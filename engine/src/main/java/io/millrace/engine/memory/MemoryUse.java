package io.millrace.engine.memory;

/** What record memory is taken for. */
public enum MemoryUse {
    /** Records that map attempts have written, and the index that goes with them. */
    MAP_OUTPUT("map output"),
    /** Hash tables in which map attempts collect. */
    TABLE("collector tables"),
    /** Blocks that map attempts push to partitions. */
    SHARED_STREAMS("shared streams"),
    /** Indexes by which reduce attempts sort what was pushed to them. */
    SORT_INDEX("sort indexes"),
    /** Buffers that read runs back and merge ahead. */
    MERGE("merge buffers"),
    /** Input of earlier jobs, for later ones. */
    INPUT_CACHE("the input cache"),
    /** Files of namespaces. */
    NAMESPACE("files in memory"),
    /** Input that a loop reads once for all of its iterations. */
    LOOP_RECORDS("cached input of a loop"),
    /** What the workers of a loop shuffle in. */
    LOOP_SHUFFLE("shuffles of a loop"),
    /** Messages that the workers of a loop send. */
    MESSAGES("messages of a loop"),
    /** Map output that ran elsewhere and came as bytes. */
    RECEIVED_RUNS("runs from elsewhere");

    private final String words;

    MemoryUse(String words) {
        this.words = words;
    }

    /** For people: a noun, in the plural where it has one. */
    public String words() {
        return words;
    }
}
