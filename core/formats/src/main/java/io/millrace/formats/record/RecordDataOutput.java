package io.millrace.formats.record;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A {@link java.io.DataOutputStream} for one writer at a time, with a replaceable target.
 * Serializers of writables use a stream of this type directly, but would wrap any other. It omits
 * the locks of its superclass, which would be taken several times per record.
 */
final class RecordDataOutput extends java.io.DataOutputStream {

    RecordDataOutput() {
        super(OutputStream.nullOutputStream());
    }

    void target(OutputStream target) {
        out = target;
    }

    @Override
    @SuppressWarnings(
            "UnsynchronizedOverridesSynchronized") // callers bring their own lock, see above
    public void write(int value) throws IOException {
        out.write(value);
        count(1);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        count(length);
    }

    /** The target needs no flush, and this stream does not own it. */
    @Override
    public void flush() {}

    @Override
    public void close() {}

    private void count(int length) {
        int sum = written + length;
        written = sum < 0 ? Integer.MAX_VALUE : sum;
    }
}
