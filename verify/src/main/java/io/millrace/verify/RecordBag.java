package io.millrace.verify;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Records without their order, in constant memory: their number and the sum of their digests. Bags
 * with other records have other sums, except by a chance of about 2 to the power of -128.
 */
final class RecordBag {

    private final MessageDigest digest;
    private long records;
    private long high;
    private long low;

    RecordBag() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    void add(byte[] record) {
        ByteBuffer sum = ByteBuffer.wrap(digest.digest(record));
        high += sum.getLong();
        low += sum.getLong();
        records++;
    }

    boolean holdsTheSameAs(RecordBag other) {
        return records == other.records && high == other.high && low == other.low;
    }
}
