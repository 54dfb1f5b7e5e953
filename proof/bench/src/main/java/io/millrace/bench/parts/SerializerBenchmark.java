package io.millrace.bench.parts;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Serializes (word, one): at once, or through the streams of Hadoop's serializers. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class SerializerBenchmark {

    @Param({"true", "false"})
    public boolean fastPaths;

    private final IntWritable one = new IntWritable(1);
    private final Dropping sink = new Dropping();

    @SuppressWarnings("NullAway.Init") // made before anything is measured
    private RecordSerializer<Text, IntWritable> serializer;

    @Setup
    public void open() throws IOException {
        Configuration conf = new Configuration();
        conf.setBoolean(Rewrite.FAST_PATHS.name(), fastPaths);
        serializer =
                new RecordSerialization(conf, JobFormats.in(conf::get))
                        .serializer(Text.class, IntWritable.class);
        serializer.target(sink);
    }

    @Benchmark
    public long serialize(Words words) throws IOException, InterruptedException {
        long bytes = 0;
        for (Text word : words.words) {
            bytes += serializer.write(word, one, 0);
        }
        return bytes;
    }

    /** Keeps no record longer than it takes to write it. */
    private static final class Dropping implements RecordSink {

        private final byte[] room = new byte[1 << 10];
        private final RecordOutput output = new RecordOutput(0);

        Dropping() {
            discardRecord();
        }

        @Override
        public RecordOutput output() {
            return output;
        }

        @Override
        public void endKey() {}

        @Override
        public void endRecord(int partition) {
            discardRecord();
        }

        @Override
        public void discardRecord() {
            output.writeTo(room, 0, room.length);
        }
    }
}
