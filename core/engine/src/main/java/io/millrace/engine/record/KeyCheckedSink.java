package io.millrace.engine.record;

import java.io.IOException;

/** Passes records on to another sink after a check of their keys. Used by one thread at a time. */
public final class KeyCheckedSink implements RecordSink {

    private final RecordSink sink;
    private final Check check;
    private int keyLength;

    /** Looks at a key before its record is added. */
    @FunctionalInterface
    public interface Check {

        /**
         * Looks at the serialized key {@code array[offset, offset + length)}, which is lent.
         *
         * @throws IOException if the record must not be added
         */
        void key(byte[] array, int offset, int length) throws IOException;
    }

    public KeyCheckedSink(RecordSink sink, Check check) {
        this.sink = sink;
        this.check = check;
    }

    @Override
    public RecordOutput output() {
        return sink.output();
    }

    @Override
    public void endKey() {
        keyLength = sink.output().length();
        sink.endKey();
    }

    @Override
    public void endRecord(int partition) throws IOException, InterruptedException {
        check.key(sink.output().array(), sink.output().start(), keyLength);
        sink.endRecord(partition);
    }

    @Override
    public void discardRecord() {
        sink.discardRecord();
    }
}
