package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase.Input;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.SequenceFile.Writer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Generators of input. Files of one input have different sizes, so that the order of tasks is
 * fixed.
 */
final class Corpora {
    private static final int WORDS_PER_LINE = 8;

    private Corpora() {}

    /** One line of text. */
    @FunctionalInterface
    interface Line {
        String make(int number, Random random);
    }

    /** Text with Zipf-distributed words. */
    static Input zipf(int files, int linesPerFile, int vocabulary) {
        Zipf zipf = new Zipf(vocabulary);
        return lines(
                files,
                linesPerFile,
                (number, random) -> {
                    StringBuilder line = new StringBuilder();
                    for (int i = random.nextInt(2 * WORDS_PER_LINE); i >= 0; i--) {
                        line.append(zipf.next(random)).append(i == 0 ? "" : " ");
                    }
                    return line.toString();
                });
    }

    /** Lines that {@code line} makes, about {@code linesPerFile} in each file. */
    static Input lines(int files, int linesPerFile, Line line) {
        return (directory, random) -> {
            for (int file = 0; file < files; file++) {
                int count = linesPerFile + 3 * file;
                try (BufferedWriter out =
                        Files.newBufferedWriter(directory.resolve("in-" + file + ".txt"))) {
                    writeLines(out, count, line, random);
                }
            }
        };
    }

    /** The same lines, compressed, in a file for each codec. */
    static Input compressedLines(int linesPerFile, Line line, Class<?>... codecs) {
        return (directory, random) -> {
            for (int file = 0; file < codecs.length; file++) {
                CompressionCodec codec =
                        (CompressionCodec)
                                ReflectionUtils.newInstance(codecs[file], new Configuration());
                Path path = directory.resolve("in-" + file + ".txt" + codec.getDefaultExtension());
                try (OutputStream out = codec.createOutputStream(Files.newOutputStream(path))) {
                    StringBuilder text = new StringBuilder();
                    writeLines(text, linesPerFile + 50 * file, line, random);
                    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                }
            }
        };
    }

    /** An integer in {@code [0, bound)}, a tab, a text, for each line. */
    static Line numbered(int bound) {
        return (number, random) -> random.nextInt(bound) + "\t" + "value " + random.nextInt(1000);
    }

    /** SequenceFiles of integers and short texts. */
    static Input sequenceFiles(
            int files, int recordsPerFile, int bound, CompressionType compression) {
        return (directory, random) -> {
            for (int file = 0; file < files; file++) {
                try (Writer out =
                        writer(directory, file, IntWritable.class, Text.class, compression)) {
                    for (int i = 0; i < recordsPerFile + file; i++) {
                        out.append(
                                new IntWritable(random.nextInt(bound) - bound / 2),
                                new Text("value " + random.nextInt()));
                    }
                }
            }
        };
    }

    /** SequenceFiles of binary keys and values, each of a random length up to the given ones. */
    static Input binary(int files, int recordsPerFile, int maxKeyBytes, int maxValueBytes) {
        return (directory, random) -> {
            for (int file = 0; file < files; file++) {
                try (Writer out =
                        writer(
                                directory,
                                file,
                                BytesWritable.class,
                                BytesWritable.class,
                                CompressionType.NONE)) {
                    for (int i = 0; i < recordsPerFile + file; i++) {
                        out.append(bytes(random, maxKeyBytes), bytes(random, maxValueBytes));
                    }
                }
            }
        };
    }

    private static Writer writer(
            Path directory, int file, Class<?> key, Class<?> value, CompressionType compression)
            throws IOException {
        Configuration conf = new Configuration();
        return SequenceFile.createWriter(
                conf,
                Writer.file(
                        new org.apache.hadoop.fs.Path(
                                directory.resolve("in-" + file + ".seq").toUri())),
                Writer.keyClass(key),
                Writer.valueClass(value),
                Writer.compression(compression));
    }

    private static BytesWritable bytes(Random random, int maxBytes) {
        byte[] bytes = new byte[random.nextInt(maxBytes + 1)];
        random.nextBytes(bytes);
        return new BytesWritable(bytes);
    }

    private static void writeLines(Appendable out, int count, Line line, Random random)
            throws IOException {
        for (int i = 0; i < count; i++) {
            out.append(line.make(i, random)).append('\n');
        }
    }
}
