package io.millrace.formats.record;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.io.DataInputBuffer;

/**
 * A {@link DataInputBuffer} whose reads take no lock. Hadoop's class builds on {@code
 * ByteArrayInputStream}, which locks for each field that {@code readFields} reads; this one is for
 * a single thread.
 */
final class RecordInput extends DataInputBuffer {

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final Bytes bytes = new Bytes();

    RecordInput() {
        in = bytes;
    }

    @Override
    public void reset(byte[] input, int length) {
        bytes.reset(input, 0, length);
    }

    @Override
    public void reset(byte[] input, int start, int length) {
        bytes.reset(input, start, length);
    }

    @Override
    public byte[] getData() {
        return bytes.array;
    }

    @Override
    public int getPosition() {
        return bytes.position;
    }

    @Override
    public int getLength() {
        return bytes.end;
    }

    private static final class Bytes extends InputStream {

        private byte[] array = new byte[0];
        private int position;
        private int end;
        private int mark;

        void reset(byte[] input, int start, int length) {
            array = input;
            position = start;
            mark = start;
            end = start + length;
        }

        @Override
        public int read() {
            return position < end ? array[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (target == null) {
                throw new NullPointerException();
            }
            if (offset < 0 || length < 0 || length > target.length - offset) {
                throw new IndexOutOfBoundsException();
            }
            if (position >= end) {
                return -1;
            }
            int count = Math.min(length, end - position);
            copy(target, offset, count);
            position += count;
            return count;
        }

        /** Fields are mostly numbers, for which a call that copies any length is slow. */
        private void copy(byte[] target, int offset, int count) {
            switch (count) {
                case Long.BYTES -> LONG.set(target, offset, (long) LONG.get(array, position));
                case Integer.BYTES -> INT.set(target, offset, (int) INT.get(array, position));
                default -> System.arraycopy(array, position, target, offset, count);
            }
        }

        /** Matches Hadoop's, which goes wrong for counts near the maximum. */
        @Override
        public long skip(long count) {
            long skipped = position + count > end ? end - position : count;
            if (skipped < 0) {
                return 0;
            }
            position = (int) (position + skipped);
            return skipped;
        }

        @Override
        public int available() {
            return end - position;
        }

        @Override
        public boolean markSupported() {
            return true;
        }

        @Override
        @SuppressWarnings(
                "UnsynchronizedOverridesSynchronized") // which is the purpose of this class
        public void mark(int limit) {
            mark = position;
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void reset() {
            position = mark;
        }
    }
}
