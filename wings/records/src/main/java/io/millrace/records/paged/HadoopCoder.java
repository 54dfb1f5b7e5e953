package io.millrace.records.paged;

import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.util.ReflectionUtils;

/** Pages in the form of a codec of Hadoop. */
@Immutable
final class HadoopCoder implements PageCoder {

    private final Class<? extends CompressionCodec> type;
    private final String advice;

    /**
     * The pages of a codec.
     *
     * @param advice what to do where Hadoop cannot use it
     */
    HadoopCoder(Class<? extends CompressionCodec> type, String advice) {
        this.type = type;
        this.advice = advice;
    }

    @Override
    public void compress(byte[] bytes, int length, ByteArrayOutputStream target, Configuration conf)
            throws IOException {
        CompressionCodec codec = ReflectionUtils.newInstance(type, conf);
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

    @Override
    public boolean decompress(
            byte[] from, int at, int stored, byte[] to, int length, Configuration conf)
            throws IOException {
        CompressionCodec codec = ReflectionUtils.newInstance(type, conf);
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
                "Hadoop cannot use its %s here (%s). %s"
                        .formatted(type.getSimpleName(), cause.getMessage(), advice),
                cause);
    }
}
