package io.millrace.exchange.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file with two rings, one for each direction between the process that creates it and one that
 * opens it. It has a name only until both have mapped it: a process that is killed afterwards
 * leaves nothing, and what one leaves that is killed before is swept ({@link RingDirectory}). The
 * memory is given back with the last of the two processes' ends.
 *
 * @param path where the file is, or was
 * @param token random bytes at its start, by which the other process knows the right file
 * @param out the end for bytes to the other process
 * @param in the end for bytes from it
 * @param claim on the directory of the file; null in the process that opens it
 */
public record RingFile(
        Path path, byte[] token, RingWriter out, RingReader in, @Nullable RingClaim claim) {

    /** Length of a token in bytes. */
    public static final int TOKEN_BYTES = 32;

    private static final int RING_BYTES = 256 * 1024;

    /** An end gives the other bytes, or room, in such portions, so that both copy at once. */
    private static final int PORTION_BYTES = 64 * 1024;

    private static final int HEAD_BYTES = 4096;
    private static final int FIRST_CONTROL = 1024;
    private static final int FILE_BYTES = HEAD_BYTES + 2 * RING_BYTES;

    /**
     * Creates the file, in a new directory that only this user can enter.
     *
     * @throws IOException if it cannot; nothing is left then
     */
    public static RingFile create(Path directory) throws IOException {
        RingClaim claim = RingClaim.make(directory);
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        boolean created = false;
        try {
            fill(claim.ring(), token);
            MappedByteBuffer memory = map(claim.ring(), token);
            created = true;
            return new RingFile(claim.ring(), token, writer(memory, 0), reader(memory, 1), claim);
        } finally {
            if (!created) {
                claim.delete();
            }
        }
    }

    /** Opens the file of another process. */
    public static RingFile open(Path path, byte[] token) throws IOException {
        MappedByteBuffer memory = map(path, token);
        return new RingFile(path, token, writer(memory, 1), reader(memory, 0), null);
    }

    /**
     * Writes the whole file: a system that is out of memory refuses that, and would kill a process
     * that finds it out when it stores to a mapping.
     */
    private static void fill(Path path, byte[] token) throws IOException {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            write(file, ByteBuffer.allocate(HEAD_BYTES).put(token).rewind());
            ByteBuffer zeros = ByteBuffer.allocate(PORTION_BYTES);
            while (file.position() < FILE_BYTES) {
                write(file, zeros.rewind());
            }
        }
    }

    private static void write(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private static MappedByteBuffer map(Path path, byte[] token) throws IOException {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            byte[] found = new byte[TOKEN_BYTES];
            file.read(ByteBuffer.wrap(found));
            if (file.size() != FILE_BYTES || !Arrays.equals(found, token)) {
                throw new IOException(path + " is not the file of the other worker");
            }
            return file.map(MapMode.READ_WRITE, 0, FILE_BYTES);
        }
    }

    private static RingWriter writer(ByteBuffer memory, int number) {
        return new RingWriter(ring(memory, number), PORTION_BYTES);
    }

    private static RingReader reader(ByteBuffer memory, int number) {
        return new RingReader(ring(memory, number), PORTION_BYTES);
    }

    private static Ring ring(ByteBuffer memory, int number) {
        int control = FIRST_CONTROL + number * Ring.CONTROL_BYTES;
        return new Ring(
                new Words.Mapped(memory.slice(control, Ring.CONTROL_BYTES)),
                memory.slice(HEAD_BYTES + number * RING_BYTES, RING_BYTES));
    }

    /** Takes the file's name away; both ends stay. Idempotent. For the process that created it. */
    public void delete() {
        if (claim != null) {
            claim.delete();
        }
    }
}
