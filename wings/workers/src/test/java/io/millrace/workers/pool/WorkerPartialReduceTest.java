package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Span;
import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.hadoop.watch.KeepsTraces;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.workers.fork.ForkedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partial reducer in workers changes what reducers read, and no result, whatever ends. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
final class WorkerPartialReduceTest {

    private static final String GROUP = "Millrace Partial Reduce";

    /** A directory of files by which tasks and rounds see each other. */
    private static final String SIGNS = "test.signs";

    /** What happens to the first attempt at one task, when a round's results are used. */
    private static final String TROUBLE = "test.trouble";

    private static final int KEYS = 200;
    private static final int MAPS = 16;
    private static final int RECORDS = 1000;

    /** More than fit into little memory. */
    private static final int MANY = 10_000;

    private static final int REDUCES = 5;

    @TempDir Path signs;

    private static Path sign(Configuration conf, String name) {
        return Path.of(conf.get(SIGNS)).resolve(name);
    }

    private static boolean isFirst(TaskInputOutputContext<?, ?, ?, ?> context, String trouble) {
        return trouble.equals(context.getConfiguration().get(TROUBLE))
                && context.getTaskAttemptID().getId() == 0;
    }

    /**
     * Scatters numbers. Two tasks end only when a round has begun. The first one ends only when a
     * second round has begun in the same worker, which reduces their output: the results of the
     * round before are used then.
     */
    static final class Scatters extends Mapper<IntWritable, LongWritable, Text, LongWritable> {

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("key " + number.get() * 7919 % KEYS), number);
        }

        @Override
        protected void cleanup(Context context) throws InterruptedException {
            int task = context.getTaskAttemptID().getTaskID().getId();
            String awaited = task == 0 ? "second" : task < 3 ? "first" : null;
            Configuration conf = context.getConfiguration();
            if (awaited != null && conf.get(SIGNS) != null) {
                Await.until("a round", () -> Files.exists(sign(conf, awaited)));
            }
            if (task == 0 && isFirst(context, "halt")) {
                Runtime.getRuntime().halt(3);
            } else if (task == 0 && isFirst(context, "fail")) {
                throw new IllegalStateException("as it should");
            }
        }
    }

    static class Sums extends Reducer<Text, LongWritable, Text, LongWritable> {

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
        }
    }

    /** The job's reducer, of which one attempt may end its worker. */
    static final class Last extends Sums {

        @Override
        protected void cleanup(Context context) {
            if (context.getTaskAttemptID().getTaskID().getId() == REDUCES - 1
                    && isFirst(context, "halt late")) {
                Runtime.getRuntime().halt(4);
            }
        }
    }

    /** Says when a worker reduces a partition for the first time, and for the second. */
    static final class Partial extends Sums {

        @Override
        protected void setup(Context context) throws IOException {
            int partition = context.getTaskAttemptID().getTaskID().getId();
            // Of the process: each round may have its own copy of this class.
            String before = System.setProperty("test.partial.reducer." + partition, "called");
            Configuration conf = context.getConfiguration();
            if (conf.get(SIGNS) != null) {
                Files.writeString(sign(conf, before == null ? "first" : "second"), "");
            }
        }

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            context.getCounter("test", "groups").increment(1);
            super.reduce(key, values, context);
        }
    }

    @AfterEach
    void noWorkerIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    private static Trial trial(Memory memory) throws IOException {
        return Trial.over(
                "worker-partial-reduce",
                Workspace.directory("no-input"),
                EngineSetup.PLAIN.with(memory));
    }

    private static Job job(Trial trial, int records, int workers, Map<String, String> settings)
            throws Exception {
        Job job = trial.jobRun().newJob("partial reduce in workers");
        Configuration conf = job.getConfiguration();
        SyntheticInput.set(conf, MAPS, records);
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START);
        conf.set("millrace.task.isolation", "none");
        conf.setInt("millrace.workers", workers);
        conf.setInt("millrace.map.threads", 6);
        conf.set("millrace.partial.start.threshold", "2");
        conf.set("millrace.partial.stop.fraction", "1");
        conf.set("millrace.partial.max.ratio", "1"); // however fast the disk is
        settings.forEach(conf::set);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Scatters.class);
        job.setReducerClass(Last.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(REDUCES);
        return job;
    }

    private static List<String> lines(Trial.End end) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int part = 0; part < REDUCES; part++) {
            lines.addAll(end.files().lines("part-r-0000" + part));
        }
        return lines;
    }

    /** Compares with one process and no partial reducer; some of its work has to be used. */
    private static Trial.End check(Memory memory, int workers, Map<String, String> settings)
            throws Exception {
        int records = memory == Memory.TINY ? MANY : RECORDS;
        Trial trial = trial(memory);
        Job job = job(trial, records, workers, settings);
        PartialReduce.set(job, Partial.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        Trial plain = trial(Memory.AMPLE);
        assertThat(lines(end)).isEqualTo(lines(plain.finish(job(plain, records, 1, Map.of()))));
        assertThat(end.counter(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo((long) MAPS * records);
        long in = end.counter(GROUP, "Input records");
        long out = end.counter(GROUP, "Output records");
        assertThat(in).as(end.everything()).isPositive();
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo((long) MAPS * records - in + out);
        assertThat(end.counter("test", "groups")).isEqualTo(out);
        return end;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void reducersReadLessAndPutOutTheSame(int workers) throws Exception {
        check(Memory.AMPLE, workers, Map.of(SIGNS, signs.toString()));
    }

    @Test
    void soTheyDoIfMapOutputLeavesInBlocks() throws Exception {
        check(
                Memory.AMPLE,
                2,
                Map.of(
                        SIGNS,
                        signs.toString(),
                        "millrace.exchange.overlap",
                        "true",
                        "millrace.exchange.compression",
                        "lz4",
                        "millrace.sort.split.size",
                        "64KB"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void soTheyDoWithLittleMemory(int workers) throws Exception {
        check(Memory.TINY, workers, Map.of());
    }

    /** The results of its rounds are lost with it, and so are their counts. */
    @ParameterizedTest
    @ValueSource(strings = {"halt", "halt late"})
    void aWorkerThatEndsTakesTheResultsOfItsRoundsAlong(String trouble) throws Exception {
        check(Memory.AMPLE, 2, Map.of(SIGNS, signs.toString(), TROUBLE, trouble));
    }

    @Test
    void theOutputOfAnAttemptThatFailsIsNotReduced() throws Exception {
        Trial.End end =
                check(
                        Memory.AMPLE,
                        2,
                        Map.of(
                                SIGNS,
                                signs.toString(),
                                TROUBLE,
                                "fail",
                                "millrace.exchange.overlap",
                                "true",
                                "millrace.sort.split.size",
                                "64KB"));
        assertThat(end.everything()).contains("as it should");
    }

    /** As in one process, where rounds have threads of their own, too. */
    @Test
    void roundsAreAttemptsOfTheTraceBesideThoseInSlots() throws Exception {
        Trial trial = trial(Memory.AMPLE);
        Job job = job(trial, RECORDS, 2, Map.of(SIGNS, signs.toString(), KeepsTraces.KEY, "true"));
        PartialReduce.set(job, Partial.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        Trace trace = KeepsTraces.of(job).trace();
        List<AttemptSpan> rounds =
                trace.attempts().stream()
                        .filter(each -> each.main() == Phase.PARTIAL_REDUCE)
                        .toList();
        assertThat(rounds)
                .isNotEmpty()
                .allSatisfy(round -> {
                    assertThat(round.who()).matches("millrace-worker-[01]/partial-\\d+");
                    assertThat(round.thread())
                            .matches("millrace-worker-[01]/millrace-partial-\\d+");
                });
        assertThat(rounds).extracting(AttemptSpan::who).doesNotHaveDuplicates();
        assertThat(trace.spans())
                .filteredOn(span -> span.phase() == Phase.PARTIAL_REDUCE)
                .isNotEmpty()
                .allSatisfy(span -> assertIsWithinOneOf(rounds, span));
    }

    private static void assertIsWithinOneOf(List<AttemptSpan> rounds, Span span) {
        assertThat(rounds)
                .filteredOn(round -> round.who().equals(span.who()))
                .singleElement()
                .satisfies(round -> {
                    assertThat(span.thread()).isEqualTo(round.thread());
                    assertThat(span.startNanos()).isGreaterThanOrEqualTo(round.startNanos());
                    assertThat(span.endNanos()).isLessThanOrEqualTo(round.endNanos());
                });
    }

    @Test
    void withoutAPartialReducerNothingIsReduced() throws Exception {
        Trial trial = trial(Memory.TINY);
        Job job = job(trial, RECORDS, 2, Map.of("millrace.partial.reduce", "never"));
        PartialReduce.set(job, Partial.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(end.counter(GROUP, "Input records")).isZero();
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(MAPS * RECORDS);
    }
}
