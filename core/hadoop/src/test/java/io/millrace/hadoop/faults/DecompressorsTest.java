package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decompressors, which may hold memory of their own, are back in Hadoop's pool after a job. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class DecompressorsTest {

    private static final String END = "test.end";
    private static final String REACHED = "test.reached";

    private final DefaultCodec codec =
            ReflectionUtils.newInstance(DefaultCodec.class, new Configuration());

    enum End {
        SUCCEEDED,
        FAILED,
        KILLED
    }

    /** Ends as it is told, in the middle of its input. */
    static final class Reads extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            if (!value.toString().equals("line 500")) {
                return;
            }
            switch (context.getConfiguration().getEnum(END, End.SUCCEEDED)) {
                case FAILED -> throw new IOException("as told");
                case KILLED -> {
                    Path reached = Path.of(context.getConfiguration().get(REACHED));
                    Files.writeString(reached, "");
                    while (!Thread.interrupted()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    throw new InterruptedException("killed");
                }
                case SUCCEEDED -> context.write(key, value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void allAreBackInThePool(End end) throws Exception {
        Path input = Workspace.directory("compressed");
        for (int file = 0; file < 3; file++) {
            try (OutputStream out =
                    codec.createOutputStream(
                            Files.newOutputStream(input.resolve("file" + file + ".deflate")))) {
                for (int line = 0; line < 5000; line++) {
                    out.write(("line " + line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        int before = CodecPool.getLeasedDecompressorsCount(codec);
        Trial trial = Trial.over("decompressors", input, EngineSetup.PLAIN);
        Job job = trial.jobRun().newJob("decompressors");
        Path reached = Workspace.directory("reached").resolve("it");
        job.setMapperClass(Reads.class);
        job.setNumReduceTasks(0);
        job.getConfiguration().setEnum(END, end);
        job.getConfiguration().set(REACHED, reached.toString());
        job.submit();
        if (end == End.KILLED) {
            Await.until("a mapper reads", () -> Files.exists(reached));
            assertThat(CodecPool.getLeasedDecompressorsCount(codec)).isGreaterThan(before);
            job.killJob();
        }
        assertThat(trial.await(job).state()).isEqualTo(State.valueOf(end.name()));
        assertThat(CodecPool.getLeasedDecompressorsCount(codec)).isEqualTo(before);
    }
}
