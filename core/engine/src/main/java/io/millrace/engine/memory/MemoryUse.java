package io.millrace.engine.memory;

/** The uses of record memory. */
public enum MemoryUse {
    /** Records that map attempts have written, and the index that goes with them. */
    MAP_OUTPUT("map output"),
    /** Hash tables in which map attempts collect. */
    TABLE("collector tables"),
    /** Blocks that map attempts push to partitions. */
    SHARED_STREAMS("shared streams"),
    /** Indexes by which reduce attempts sort pushed records. */
    SORT_INDEX("sort indexes"),
    /** Buffers for reading runs back and for merging ahead. */
    MERGE("merge buffers"),
    /** Input that is kept for later jobs. */
    INPUT_CACHE("the input cache"),
    /** Files of namespaces. */
    NAMESPACE("files in memory"),
    /** Input that a loop keeps for all its iterations. */
    LOOP_RECORDS("cached input of a loop"),
    /** Memory in which the workers of a loop shuffle. */
    LOOP_SHUFFLE("shuffles of a loop"),
    /** Messages that the workers of a loop send. */
    MESSAGES("messages between workers"),
    /** Map output of other processes. */
    RECEIVED_RUNS("runs from elsewhere");

    private final String words;

    MemoryUse(String words) {
        this.words = words;
    }

    /** The display name: a noun, in the plural if it has one. */
    public String words() {
        return words;
    }
}
