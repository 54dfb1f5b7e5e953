package io.millrace.hadoop.tracking;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapred.Counters;

/**
 * Counters as Hadoop serializes them: some hundred bytes instead of some hundred objects.
 * Immutable.
 */
final class PackedCounters {

    private final byte[] bytes;

    private PackedCounters(byte[] bytes) {
        this.bytes = bytes;
    }

    static PackedCounters of(Counters counters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            counters.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("counters could not be written to memory", e);
        }
        return new PackedCounters(bytes.toByteArray());
    }

    Counters unpack() {
        Counters counters = new Counters();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            counters.readFields(in);
        } catch (IOException e) {
            throw new UncheckedIOException("counters could not be read back from memory", e);
        }
        return counters;
    }
}
