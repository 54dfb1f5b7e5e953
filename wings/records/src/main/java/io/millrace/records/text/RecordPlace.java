package io.millrace.records.text;

/** Where a record is from, for messages. Used by one thread. */
final class RecordPlace {

    private static final long UNKNOWN = -1;

    private String source = "";
    private long offset = UNKNOWN;
    private long number = UNKNOWN;

    void set(String newSource) {
        source = newSource;
    }

    void set(long newOffset, long newNumber) {
        offset = newOffset;
        number = newNumber;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (number != UNKNOWN) {
            text.append(" of record ").append(number).append(" at byte ").append(offset);
        }
        if (!source.isEmpty()) {
            text.append(" of ").append(source);
        }
        return text.toString();
    }
}
