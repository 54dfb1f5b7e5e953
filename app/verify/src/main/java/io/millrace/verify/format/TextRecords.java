package io.millrace.verify.format;

import io.millrace.verify.RecordReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * Lines with their ends, decompressed if the name of the file says that it is compressed. A longer
 * line than a mebibyte counts as several records. Used by one thread.
 */
public final class TextRecords implements RecordReader {

    private static final int LONGEST = 1 << 20;

    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long start;
    private long end;

    public TextRecords(Path file, Configuration conf) throws IOException {
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
        InputStream bytes = file.getFileSystem(conf).open(file);
        in = new BufferedInputStream(codec == null ? bytes : codec.createInputStream(bytes));
    }

    @Override
    public String header() {
        return "";
    }

    @Override
    public boolean next() throws IOException {
        line.reset();
        start = end;
        int read = in.read();
        while (read >= 0) {
            line.write(read);
            if (read == '\n' || line.size() == LONGEST) {
                break;
            }
            read = in.read();
        }
        end = start + line.size();
        return line.size() > 0;
    }

    @Override
    public byte[] record() {
        return line.toByteArray();
    }

    @Override
    public String text() {
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public long position() {
        return start;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
