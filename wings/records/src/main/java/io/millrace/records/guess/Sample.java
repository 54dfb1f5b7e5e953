package io.millrace.records.guess;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;

/** The first lines of a file. */
public final class Sample {

    private Sample() {}

    /**
     * Reads at most {@code count} lines that are not empty, as Hadoop's text input formats do; a
     * compressed file is recognized by its name.
     */
    public static List<byte[]> read(Path file, int count, Configuration conf) throws IOException {
        FileSystem files = file.getFileSystem(conf);
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(file);
        List<byte[]> lines = new ArrayList<>();
        try (InputStream raw = files.open(file);
                InputStream in = codec == null ? raw : codec.createInputStream(raw);
                LineReader reader = new LineReader(in)) {
            Text line = new Text();
            while (lines.size() < count && reader.readLine(line) > 0) {
                if (line.getLength() > 0) {
                    lines.add(Arrays.copyOf(line.getBytes(), line.getLength()));
                }
            }
        }
        if (lines.isEmpty()) {
            throw new EOFException(file + " contains no line that is not empty.");
        }
        return lines;
    }
}
