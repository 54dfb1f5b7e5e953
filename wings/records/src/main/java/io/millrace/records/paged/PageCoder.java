package io.millrace.records.paged;

import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Compresses pages, and decompresses them. Used by any number of threads. */
@Immutable
interface PageCoder {

    /** Appends the compressed form of the first bytes of an array to a target. */
    void compress(byte[] bytes, int length, ByteArrayOutputStream target, Configuration conf)
            throws IOException;

    /**
     * Fills an array with the original of compressed bytes.
     *
     * @return whether they can be decompressed, and are {@code length} bytes
     * @throws IOException if the codec cannot be used here
     */
    boolean decompress(byte[] from, int at, int stored, byte[] to, int length, Configuration conf)
            throws IOException;
}
