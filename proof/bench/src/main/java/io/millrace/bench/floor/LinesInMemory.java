package io.millrace.bench.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file's bytes, in pieces that end with a line: what map tasks would get as their splits. */
final class LinesInMemory {

    /** Whole lines, and where in the file they begin. */
    record Piece(long start, byte[] bytes) {}

    private final Path file;
    private final List<Piece> pieces;
    private final long bytes;

    private LinesInMemory(Path file, List<Piece> pieces, long bytes) {
        this.file = file;
        this.pieces = List.copyOf(pieces);
        this.bytes = bytes;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or has a line longer than {@code pieceBytes}
     */
    static LinesInMemory read(Path file, int pieceBytes) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            for (long start = 0; start < size; ) {
                byte[] piece = new byte[(int) Math.min(pieceBytes, size - start)];
                fill(channel, ByteBuffer.wrap(piece), start);
                int end = start + piece.length == size ? piece.length : lastLineEnd(piece);
                if (end == 0) {
                    throw new IOException(
                            file
                                    + " has a line longer than "
                                    + pieceBytes
                                    + " bytes at byte "
                                    + start);
                }
                pieces.add(new Piece(start, Arrays.copyOf(piece, end)));
                start += end;
            }
            return new LinesInMemory(file, pieces, size);
        }
    }

    private static void fill(FileChannel channel, ByteBuffer target, long start)
            throws IOException {
        while (target.hasRemaining()) {
            if (channel.read(target, start + target.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
    }

    private static int lastLineEnd(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    Path file() {
        return file;
    }

    List<Piece> pieces() {
        return pieces;
    }

    /** The size of the file. */
    long bytes() {
        return bytes;
    }

    /** How many map tasks there are. */
    int tasks() {
        return pieces.size();
    }
}
