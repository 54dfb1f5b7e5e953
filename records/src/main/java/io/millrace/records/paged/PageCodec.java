package io.millrace.records.paged;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** The codecs of pages, which are Hadoop's. The order of the constants is that in files. */
public enum PageCodec {
    /** Not compressed. */
    NONE(null, ""),
    /** The JDK's deflate. */
    DEFLATE(DefaultCodec.class, ""),
    /** LZ4, which needs lz4-java. */
    LZ4(Lz4Codec.class, "Add lz4-java to the class path of the job and its tasks."),
    /** Zstandard, which needs native code. */
    ZSTD(ZStandardCodec.class, "Install Hadoop's native library with zstd on all nodes.");

    private final @Nullable Class<? extends CompressionCodec> hadoop;
    private final String advice;

    PageCodec(@Nullable Class<? extends CompressionCodec> hadoop, String advice) {
        this.hadoop = hadoop;
        this.advice = advice;
    }

    /** The codec that a key calls {@code name}. */
    public static Optional<PageCodec> of(String name) {
        return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
    }

    /** All names, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(PageCodec::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Tries the codec.
     *
     * @throws IOException if Hadoop cannot use it here
     */
    public void check(Configuration conf) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        compress(new byte[1], 1, target, conf);
    }

    /** Appends the compressed form of bytes to a target. */
    void compress(byte[] bytes, int length, ByteArrayOutputStream target, Configuration conf)
            throws IOException {
        if (hadoop == null) {
            target.write(bytes, 0, length);
            return;
        }
        CompressionCodec codec = ReflectionUtils.newInstance(hadoop, conf);
        Compressor compressor = null;
        try {
            compressor = CodecPool.getCompressor(codec);
            try (OutputStream out = codec.createOutputStream(target, compressor)) {
                out.write(bytes, 0, length);
            }
        } catch (LinkageError | RuntimeException e) {
            throw unusable(e);
        } finally {
            CodecPool.returnCompressor(compressor);
        }
    }

    /**
     * Fills an array with the original of compressed bytes.
     *
     * @return whether they can be decompressed, and are {@code length} bytes
     * @throws IOException if Hadoop cannot use the codec here
     */
    boolean decompress(byte[] from, int at, int stored, byte[] to, int length, Configuration conf)
            throws IOException {
        if (hadoop == null) {
            if (stored != length) {
                return false;
            }
            System.arraycopy(from, at, to, 0, length);
            return true;
        }
        CompressionCodec codec = ReflectionUtils.newInstance(hadoop, conf);
        Decompressor decompressor = null;
        try {
            InputStream in;
            try {
                decompressor = CodecPool.getDecompressor(codec);
                in =
                        codec.createInputStream(
                                new ByteArrayInputStream(from, at, stored), decompressor);
            } catch (LinkageError | RuntimeException e) {
                throw unusable(e);
            }
            return isRead(in, to, length);
        } finally {
            CodecPool.returnDecompressor(decompressor);
        }
    }

    /** Whether a stream that decompresses has so many bytes, which are then in an array. */
    private static boolean isRead(InputStream in, byte[] to, int length) {
        try (in) {
            return in.readNBytes(to, 0, length) == length && in.read() < 0;
        } catch (IOException | RuntimeException e) {
            // Codecs have no common exception for bytes that they cannot decompress.
            return false;
        }
    }

    private IOException unusable(Throwable cause) {
        return new IOException(
                "Hadoop cannot use the codec %s here (%s). %s"
                        .formatted(this, cause.getMessage(), advice),
                cause);
    }
}
