package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import io.millrace.engine.trace.Breakdown;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Span;
import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.watch.KeepsTraces;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What of attempts in forked JVMs is in the job's trace. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 2)
final class ForkedPhasesTest {

    /** Long enough to be looked at many times, and at least once on any machine. */
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    @TempDir Path directory;

    private static void work() {
        long end = System.nanoTime() + WORK_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    static final class WorksInMap extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            work();
            context.write(key, line);
        }
    }

    static final class WorksInReduce extends Reducer<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void reduce(LongWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            work();
            for (Text value : values) {
                context.write(key, value);
            }
        }
    }

    static final class WorksInWrite extends TextOutputFormat<LongWritable, Text> {
        @Override
        public RecordWriter<LongWritable, Text> getRecordWriter(TaskAttemptContext context)
                throws IOException, InterruptedException {
            RecordWriter<LongWritable, Text> lines = super.getRecordWriter(context);
            return new RecordWriter<>() {
                @Override
                public void write(LongWritable key, Text value)
                        throws IOException, InterruptedException {
                    work();
                    lines.write(key, value);
                }

                @Override
                public void close(TaskAttemptContext context)
                        throws IOException, InterruptedException {
                    lines.close(context);
                }
            };
        }
    }

    @AfterEach
    void noJvmIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    private JobConf conf() {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setBoolean(KeepsTraces.KEY, true);
        return conf;
    }

    @Test
    void theBreakdownHasThePhasesOfAttemptsInForkedJvms() throws Exception {
        Job job = ForkedJobs.mapOnly(conf(), directory, WorksInMap.class, "one", "two");
        job.setReducerClass(WorksInReduce.class);
        job.setNumReduceTasks(1);
        job.setOutputFormatClass(WorksInWrite.class);
        assertThat(job.waitForCompletion(false)).isTrue();

        Trace trace = KeepsTraces.of(job).trace();
        assertThat(phases(trace, "map")).contains(Phase.MAP, Phase.SORT, Phase.SPILL, Phase.COMMIT);
        assertThat(phases(trace, "reduce"))
                .contains(Phase.SHUFFLE_WAIT, Phase.REDUCE, Phase.WRITE, Phase.COMMIT);
        assertThat(trace.attempts())
                .filteredOn(attempt -> attempt.main() == Phase.MAP)
                .extracting(AttemptSpan::records)
                .containsExactly(1L, 1L);
        assertThat(trace.spans()).allSatisfy(span -> assertIsWithinItsAttempt(trace, span));
        Breakdown breakdown = Breakdown.of(trace);
        assertThat(breakdown.totals())
                .satisfies(
                        parts -> assertThat(parts.get(Part.MAP_COMPUTE)).isPositive(),
                        parts -> assertThat(parts.get(Part.SORT)).isPositive(),
                        parts -> assertThat(parts.get(Part.REDUCE)).isPositive(),
                        parts -> assertThat(parts.get(Part.OUTPUT)).isPositive());
        assertThat(breakdown.slots())
                .allSatisfy(slot -> assertThat(slot.thread()).startsWith("millrace-"));
    }

    @Test
    void anAttemptWhoseJvmIsKilledIsItsMainPhaseAndEnds() throws Exception {
        JobConf conf = conf();
        Path pid = directory.resolve("pid");
        conf.set("test.pid", pid.toString());
        Job job = ForkedJobs.mapOnly(conf, directory, ForkedDeathTest.Waits.class, "one");
        job.submit();
        Await.until("the mapper runs", () -> Files.exists(pid));
        ForkedDeathTest.kill(pid);
        assertThat(job.waitForCompletion(false)).isTrue();

        Trace trace = KeepsTraces.of(job).trace();
        AttemptSpan lost = trace.attempts().get(0);
        assertThat(lost.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(trace.spans())
                .filteredOn(span -> span.who().equals(lost.who()))
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.phase()).isEqualTo(Phase.MAP);
                    assertThat(span.nanos()).isPositive();
                    assertIsWithinItsAttempt(trace, span);
                });
        assertThat(trace.attempts().get(1).outcome()).isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void anAttemptThatFailsHasThePhasesThatItCameTo() throws Exception {
        JobConf conf = conf();
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ForkedJobs.mapOnly(conf, directory, ForkedDeathTest.Throws.class, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        Trace trace = KeepsTraces.of(job).trace();
        assertThat(phases(trace, "map")).contains(Phase.MAP).doesNotContain(Phase.COMMIT);
        assertThat(trace.attempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED));
    }

    private static Set<Phase> phases(Trace trace, String kind) {
        return trace.spans().stream()
                .filter(span -> span.who().startsWith(kind))
                .map(Span::phase)
                .collect(Collectors.toSet());
    }

    private static void assertIsWithinItsAttempt(Trace trace, Span span) {
        assertThat(trace.attempts())
                .filteredOn(attempt -> attempt.who().equals(span.who()))
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(span.startNanos()).isBetween(attempt.startNanos(), span.endNanos());
                    assertThat(span.endNanos()).isLessThanOrEqualTo(attempt.endNanos());
                    assertThat(span.thread()).startsWith(attempt.thread());
                });
    }
}
