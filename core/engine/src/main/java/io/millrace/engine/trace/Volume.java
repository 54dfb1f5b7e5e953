package io.millrace.engine.trace;

/**
 * Records that were handled.
 *
 * @param bytes bytes of these records
 */
public record Volume(long records, long bytes) {

    static final Volume NONE = new Volume(0, 0);
}
