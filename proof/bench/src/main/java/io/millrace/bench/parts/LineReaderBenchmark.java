package io.millrace.bench.parts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Cuts text into lines of ten words, as Hadoop's text formats do. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class LineReaderBenchmark {

    private static final int WORDS_IN_A_LINE = 10;

    private byte[] text = {};

    @Setup
    public void write(Words words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < words.words.length; i++) {
            out.write(words.words[i].getBytes(), 0, words.words[i].getLength());
            out.write((i + 1) % WORDS_IN_A_LINE == 0 ? '\n' : ' ');
        }
        text = out.toByteArray();
    }

    @Benchmark
    public long readLines() throws IOException {
        Text line = new Text();
        long bytes = 0;
        try (LineReader reader = new LineReader(new ByteArrayInputStream(text))) {
            for (int read = reader.readLine(line); read > 0; read = reader.readLine(line)) {
                bytes += line.getLength();
            }
        }
        return bytes;
    }
}
