package io.millrace.records.paged;

import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayOutputStream;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.apache.hadoop.conf.Configuration;

/**
 * Pages as one LZ4 block each. Hadoop's own codec needs a library that Hadoop does not contain;
 * this one is in the jar that jobs ship.
 */
@Immutable
final class Lz4Coder implements PageCoder {

    private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
    private static final LZ4SafeDecompressor DECOMPRESSOR =
            LZ4Factory.safeInstance().safeDecompressor();

    @Override
    public void compress(
            byte[] bytes, int length, ByteArrayOutputStream target, Configuration conf) {
        byte[] compressed = new byte[COMPRESSOR.maxCompressedLength(length)];
        target.write(compressed, 0, COMPRESSOR.compress(bytes, 0, length, compressed, 0));
    }

    @Override
    public boolean decompress(
            byte[] from, int at, int stored, byte[] to, int length, Configuration conf) {
        try {
            return DECOMPRESSOR.decompress(from, at, stored, to, 0, length) == length;
        } catch (LZ4Exception e) {
            return false;
        }
    }
}
