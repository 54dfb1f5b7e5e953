package io.millrace.bench.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.fs.FileSystem;

/** A way to read a file from its start to its end. */
record Reading(String title, Pass pass) {

    /** A byte in as many is looked at, so that the processor loads all of them. */
    private static final int LINE_OF_CACHE = 64;

    /** Reads the file; returns a sum of its bytes, which is the same in all ways. */
    interface Pass {
        long read() throws IOException;
    }

    /** Hadoop's stream, as record readers use it. */
    static Reading stream(
            String title, FileSystem files, org.apache.hadoop.fs.Path file, int bytes) {
        return new Reading(
                title,
                () -> {
                    byte[] buffer = new byte[bytes];
                    long sum = 0;
                    try (InputStream in = files.open(file, bytes)) {
                        int count = in.readNBytes(buffer, 0, bytes);
                        while (count > 0) {
                            sum += sum(ByteBuffer.wrap(buffer, 0, count));
                            count = in.readNBytes(buffer, 0, bytes);
                        }
                    }
                    return sum;
                });
    }

    /** Reads at positions, into memory off the heap. */
    static Reading positional(String title, Path file, int bytes) {
        return new Reading(
                title,
                () -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
                    long sum = 0;
                    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
                        long position = 0;
                        while (in.read(buffer, position) > 0) {
                            buffer.flip();
                            position += buffer.limit();
                            sum += sum(buffer);
                            buffer.clear();
                        }
                    }
                    return sum;
                });
    }

    /** Maps pieces of the file, one after the other. */
    static Reading mapped(String title, Path file, int bytes) {
        return new Reading(
                title,
                () -> {
                    long sum = 0;
                    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
                        long size = in.size();
                        for (long at = 0; at < size; at += bytes) {
                            sum += sum(in.map(MapMode.READ_ONLY, at, Math.min(bytes, size - at)));
                        }
                    }
                    return sum;
                });
    }

    /** The sum of a piece that starts at a multiple of a cache line. */
    private static long sum(ByteBuffer piece) {
        long sum = 0;
        for (int i = piece.position(); i < piece.limit(); i += LINE_OF_CACHE) {
            sum += piece.get(i);
        }
        return sum;
    }
}
