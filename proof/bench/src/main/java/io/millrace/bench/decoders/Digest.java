package io.millrace.bench.decoders;

/**
 * A number that depends on all values decoded, so that decoders can be compared, and none can leave
 * out work. Used by one thread.
 */
final class Digest {

    private static final int FACTOR = 31;

    private long value;

    void whole(long each) {
        value = value * FACTOR + each;
    }

    void real(double each) {
        whole(Double.doubleToRawLongBits(each));
    }

    /** Takes the first, the last and the number of bytes: reading all would outweigh decoding. */
    void text(byte[] bytes, int offset, int length) {
        whole(length == 0 ? 0 : bytes[offset] + bytes[offset + length - 1]);
        whole(length);
    }

    void text(String text) {
        int length = text.length();
        whole(length == 0 ? 0 : text.charAt(0) + text.charAt(length - 1));
        whole(length);
    }

    long value() {
        return value;
    }
}
