package io.millrace.records.proto;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import io.millrace.records.config.ProtoSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a file that has the length of each message, a number of variable length, before
 * the message, as {@code writeDelimitedTo} writes it. The file may be compressed. Used by the
 * thread of one task.
 */
final class DelimitedMessages implements MessageSource {

    private static final int FIRST_BYTES = 64 << 10;

    private final Path path;
    private final FSDataInputStream file;
    private final long fileLength;
    private final @Nullable Decompressor decompressor;
    private final InputStream in;
    private final int mostBytes;

    /** Bytes of the file from {@code base} on, {@code filled} of them. */
    private byte[] buffer = new byte[FIRST_BYTES];

    private long base;
    private int filled;
    private int from;
    private int to;
    private long offset;

    private DelimitedMessages(
            Path path, FSDataInputStream file, long fileLength, Configuration conf)
            throws IOException {
        this.path = path;
        this.file = file;
        this.fileLength = fileLength;
        mostBytes = ProtoSettings.mostBytes(conf);
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path);
        decompressor = codec == null ? null : CodecPool.getDecompressor(codec);
        in = codec == null ? file : codec.createInputStream(file, decompressor);
    }

    static DelimitedMessages open(Path path, Configuration conf) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        long length = files.getFileStatus(path).getLen();
        FSDataInputStream file = files.open(path);
        try {
            return new DelimitedMessages(path, file, length, conf);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    @Override
    public boolean next() throws IOException {
        offset = base + to;
        int available = provide(Varints.LONG_BYTES);
        if (available == 0) {
            return false;
        }
        long length = length(available);
        if (length < 0 || length > mostBytes) {
            throw bad(
                    "The message has a length of %s bytes; at most %d are allowed. If the file is not damaged, raise %s."
                            .formatted(
                                    Long.toUnsignedString(length),
                                    mostBytes,
                                    ProtoSettings.MOST_BYTES));
        }
        available = provide((int) length);
        if (available < length) {
            throw bad(
                    "The message has a length of %d bytes, but the file ends after %d of them. %s"
                            .formatted(length, available, BadBinaryFileException.DAMAGED));
        }
        from = to;
        to = from + (int) length;
        return true;
    }

    private long length(int available) throws BadBinaryFileException {
        int at = to;
        try {
            to = Varints.end(buffer, at, at + available, Varints.LONG_BYTES);
            return Varints.value(buffer, at);
        } catch (MalformedException e) {
            throw new BadBinaryFileException(
                    path,
                    offset,
                    "The length of a message cannot be read: %s %s"
                            .formatted(e.getMessage(), BadBinaryFileException.DAMAGED),
                    e);
        }
    }

    /** Reads until a number of bytes follow {@code to}, or the file ends. Returns their number. */
    private int provide(int count) throws IOException {
        while (filled - to < count) {
            if (filled == buffer.length) {
                makeRoom();
            }
            Cancellation.check();
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                break;
            }
            filled += read;
        }
        return Math.min(count, filled - to);
    }

    /** The buffer grows only as bytes arrive: a damaged length reserves no memory. */
    private void makeRoom() {
        if (to == 0) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            return;
        }
        System.arraycopy(buffer, to, buffer, 0, filled - to);
        base += to;
        filled -= to;
        to = 0;
    }

    private BadBinaryFileException bad(String reason) {
        return new BadBinaryFileException(path, offset, reason);
    }

    @Override
    public byte[] bytes() {
        return buffer;
    }

    @Override
    public int from() {
        return from;
    }

    @Override
    public int to() {
        return to;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public float progress() throws IOException {
        return fileLength == 0 ? 1 : Math.min(1, (float) file.getPos() / fileLength);
    }

    @Override
    public void close() throws IOException {
        try {
            in.close();
        } finally {
            CodecPool.returnDecompressor(decompressor);
        }
    }
}
