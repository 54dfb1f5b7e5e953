package io.millrace.records.paged;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;

/** The codecs of pages. The order of the constants is that in files. */
public enum PageCodec {
    /** Not compressed. */
    NONE(1, new StoredCoder()),
    /** The JDK's deflate. Two bits are a match of at most 258 bytes. */
    DEFLATE(1032, new HadoopCoder(DefaultCodec.class, "")),
    /** LZ4. A byte makes a match longer by at most 255 bytes. */
    LZ4(255, new Lz4Coder()),
    /** Zstandard, which needs native code. Four bytes are a block of at most 128 KB. */
    ZSTD(
            32 << 10,
            new HadoopCoder(
                    ZStandardCodec.class,
                    "Install Hadoop's native library with zstd on all nodes."));

    private final int growth;
    private final PageCoder coder;

    PageCodec(int growth, PageCoder coder) {
        this.growth = growth;
        this.coder = coder;
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
     * @throws IOException if it cannot be used here
     */
    public void check(Configuration conf) throws IOException {
        coder.compress(new byte[1], 1, new ByteArrayOutputStream(), conf);
    }

    PageCoder coder() {
        return coder;
    }

    /** The most bytes that so many compressed bytes can become. */
    long mostBytes(int stored) {
        return (long) stored * growth;
    }
}
