package io.millrace.apps.marco;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.job.JobTool;
import io.millrace.apps.join.SelfJoin;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.Likeness;
import io.millrace.workloads.MarcoBenchmark;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partial reduce changes what reducers of the eleven benchmarks read, and no result. */
@Sampled(oneIn = 3)
class PartialReducersTest {

    private static final String MODE = "millrace.partial.reduce";
    private static final String MAPPER = "test.mapper";
    private static final String REDUCER = "test.reducer";

    /**
     * Names a file that exists once a partial reducer has been called: attempts share neither
     * classes nor properties.
     */
    private static final String CALLED = "test.partial.reducer.called";

    private static final int SPLITS = 8;

    @TempDir Path folder;

    /** The job's own mapper; one task ends only after the partial reducer has been called. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // stands for mappers of all types
    static final class Waits extends Mapper {

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            ReflectionUtils.newInstance(conf.getClass(MAPPER, null, Mapper.class), conf)
                    .run(context);
            if (context.getTaskAttemptID().getTaskID().getId() == 0) {
                Await.until(
                        "a partial reducer is called",
                        () -> Files.exists(Path.of(conf.get(CALLED))));
            }
        }
    }

    /** The job's partial reducer, which says that it has been called. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // stands for reducers of all types
    static final class Called extends Reducer {

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            ReflectionUtils.newInstance(conf.getClass(REDUCER, null, Reducer.class), conf)
                    .run(context);
            Files.write(Path.of(conf.get(CALLED)), new byte[0]);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BINARY_SORT", "GREP"})
    void outputIsTheSameWithPartialReduceAndWithout(MarcoBenchmark benchmark) throws Exception {
        InputKind kind = benchmark.workload().input().orElseThrow();
        BothFrameworks frameworks = new BothFrameworks(folder, kind, 400_000);

        Map<String, List<String>> expected = run(job(benchmark, frameworks, "local"), benchmark);
        Job never = job(benchmark, frameworks, "millrace");
        never.getConfiguration().set(MODE, "never");
        assertThat(run(never, benchmark)).isEqualTo(expected);
        Job eager = job(benchmark, frameworks, "millrace");
        waitForPartialReduce(eager);
        assertThat(run(eager, benchmark)).isEqualTo(expected);

        assertThat(folder.resolve("called")).as("the partial reducer ran").exists();
    }

    /** The values of a key, in shares of other sizes. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BINARY_SORT", "GREP"})
    void partialReducersReduceTheirOwnResultsAgain(MarcoBenchmark benchmark) throws Exception {
        InputKind kind = benchmark.workload().input().orElseThrow();
        BothFrameworks frameworks = new BothFrameworks(folder, kind, 100_000);
        Map<String, List<String>> expected = run(job(benchmark, frameworks, "local"), benchmark);
        Job job = job(benchmark, frameworks, "local");
        job.setCombinerClass(partialReducer(benchmark));
        job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 1);
        job.getConfiguration().setDouble("mapreduce.map.sort.spill.percent", 0.02);
        job.getConfiguration().setInt("mapreduce.map.combine.minspills", 1);
        assertThat(run(job, benchmark)).isEqualTo(expected);
    }

    @Test
    void hadoopsTeraSortAndGrepWriteTheSameWithPartialReduceAndWithout() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.TEXT, 400_000);
        run(new TeraGen(), conf(frameworks, "local"), "4000", path("records"));
        for (MarcoBenchmark benchmark : List.of(MarcoBenchmark.BINARY_SORT, MarcoBenchmark.GREP)) {
            boolean sort = benchmark == MarcoBenchmark.BINARY_SORT;
            String input = sort ? path("records") : frameworks.inputPath().toString();
            Map<String, Map<String, List<String>>> outputs = new TreeMap<>();
            for (String mode : List.of("local", "eager", "never")) {
                JobConf conf = conf(frameworks, mode.equals("local") ? mode : "millrace");
                conf.set(MODE, mode.equals("local") ? "eager" : mode);
                conf.set(MarcoBenchmark.PARTIAL_REDUCER_KEY, benchmark.partialReducer());
                String output = path(benchmark + "-" + mode);
                List<String> arguments = benchmark.workload().command(List.of(), input, output);
                run(
                        sort ? new TeraSort() : grep(),
                        conf,
                        arguments.subList(1, arguments.size()).toArray(String[]::new));
                outputs.put(mode, read(output, benchmark.workload().likeness()));
            }
            assertThat(outputs.get("eager")).isEqualTo(outputs.get("local"));
            assertThat(outputs.get("never")).isEqualTo(outputs.get("local"));
        }
    }

    /** Its constructor is private. */
    private static Tool grep() throws Exception {
        Constructor<Grep> constructor = Grep.class.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static void run(Tool tool, Configuration conf, String... arguments) throws Exception {
        assertThat(ToolRunner.run(conf, tool, arguments)).isZero();
    }

    private String path(String name) {
        return folder.resolve(name).toUri().toString();
    }

    private JobConf conf(BothFrameworks frameworks, String framework) throws IOException {
        JobConf conf = frameworks.conf(framework);
        long bytes = Files.size(folder.resolve("input"));
        conf.setLong("mapreduce.input.fileinputformat.split.maxsize", bytes / SPLITS + 1);
        return conf;
    }

    private Job job(MarcoBenchmark benchmark, BothFrameworks frameworks, String framework)
            throws Exception {
        JobConf conf = conf(frameworks, framework);
        conf.set(MarcoBenchmark.PARTIAL_REDUCER_KEY, benchmark.partialReducer());
        org.apache.hadoop.fs.Path output =
                new org.apache.hadoop.fs.Path(
                        Files.createTempDirectory(folder, "out").resolve("put").toUri());
        return benchmark == MarcoBenchmark.WORD_COUNT
                ? wordCount(conf, frameworks.inputPath(), output)
                : program(benchmark).firstJob(conf, frameworks.inputPath(), output);
    }

    /** As Hadoop's program sets it up, which does not hand it out. */
    private static Job wordCount(
            JobConf conf, org.apache.hadoop.fs.Path input, org.apache.hadoop.fs.Path output)
            throws IOException {
        Job job = Job.getInstance(conf);
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setCombinerClass(WordCount.IntSumReducer.class);
        job.setReducerClass(WordCount.IntSumReducer.class);
        job.setOutputKeyClass(org.apache.hadoop.io.Text.class);
        job.setOutputValueClass(org.apache.hadoop.io.IntWritable.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    private static JobTool program(MarcoBenchmark benchmark) {
        return switch (benchmark) {
            case TERM_VECTOR -> new TermVector();
            case INVERTED_INDEX -> new RankedIndex();
            case SELF_JOIN -> new SelfJoin();
            case ADJACENCY_LIST -> new AdjacencyList();
            case K_MEANS -> new MovieKMeans();
            case CLASSIFICATION -> new Classification();
            case HISTOGRAM_MOVIES -> new MovieHistogram();
            case HISTOGRAM_RATINGS -> new RatingHistogram();
            case BINARY_SORT, WORD_COUNT, GREP ->
                    throw new IllegalArgumentException(benchmark + " is one of Hadoop's examples");
        };
    }

    @SuppressWarnings("rawtypes") // as Hadoop's methods have it
    private static Class<? extends Reducer> partialReducer(MarcoBenchmark benchmark)
            throws ClassNotFoundException {
        return Class.forName(benchmark.partialReducer()).asSubclass(Reducer.class);
    }

    private void waitForPartialReduce(Job job) throws ClassNotFoundException {
        Configuration conf = job.getConfiguration();
        conf.set(CALLED, folder.resolve("called").toString());
        conf.setClass(MAPPER, job.getMapperClass(), Mapper.class);
        conf.set(REDUCER, conf.get(MarcoBenchmark.PARTIAL_REDUCER_KEY));
        conf.set(MarcoBenchmark.PARTIAL_REDUCER_KEY, Called.class.getName());
        job.setMapperClass(Waits.class);
        job.setMaxMapAttempts(1);
    }

    private static Map<String, List<String>> run(Job job, MarcoBenchmark benchmark)
            throws Exception {
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        String output = FileOutputFormat.getOutputPath(job).toString();
        return read(output, benchmark.workload().likeness());
    }

    /** The records of each file, in the order that counts. */
    private static Map<String, List<String>> read(String output, Likeness likeness)
            throws IOException {
        OutputTree tree = OutputTree.read(new org.apache.hadoop.fs.Path(output));
        Map<String, List<String>> records = new TreeMap<>();
        for (String name : tree.names()) {
            List<String> all = tree.records(name);
            records.put(name, likeness == Likeness.EXACT ? all : all.stream().sorted().toList());
        }
        return records;
    }
}
