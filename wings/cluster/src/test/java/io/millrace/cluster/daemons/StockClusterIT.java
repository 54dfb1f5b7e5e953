package io.millrace.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.quick.QuickTokenizer;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.daemons.HadoopCluster;
import io.millrace.hadoop.partial.PartialReduce;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import job.SplittingMapper;
import net.jpountz.lz4.LZ4Factory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ClassUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plug-ins on Hadoop's own daemons, each node in a network namespace, the shuffle over TLS.
 * Takes twenty minutes on a small machine: {@code -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class StockClusterIT {

    private static final int NODES = 2;
    private static final String COLLECTS = "Millrace collects, sorts and combines map output";

    private static final String MERGES = "Millrace merges the input of this reduce task";
    private static final String DECLINES = "Millrace does not";

    /** What {@code -libjars} sets. */
    private static final String JARS = "tmpjars";

    @TempDir private static Path work;

    private static HadoopCluster cluster;
    private static ClusterJobs jobs;
    private static byte[] counts;
    private static Path dyingJar;

    @BeforeAll
    static void start() throws Exception {
        cluster = HadoopCluster.start(TestedHadoop.shape(NODES));
        jobs = new ClusterJobs(cluster);
        dyingJar = DyingTasks.jar(work);
        counts = jobs.run(ClusterJobs::wordCount, stock -> {});
        assertThat(counts).isNotEmpty();
        assertThat(cluster.taskLines(COLLECTS)).isEmpty();
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static Consumer<Configuration> plugins() throws Exception {
        return ClusterJobs.plugins(ClusterJobs.jar());
    }

    /** Runs word count with the plug-ins and a setting, and requires that they worked. */
    private static void countsAsStock(String... settings) throws Exception {
        int collectors = cluster.taskLines(COLLECTS).size();
        int merges = cluster.taskLines(MERGES).size();
        Consumer<Configuration> more =
                conf -> {
                    for (int i = 0; i < settings.length; i += 2) {
                        conf.set(settings[i], settings[i + 1]);
                    }
                };
        assertThat(jobs.run(ClusterJobs::wordCount, plugins().andThen(more))).isEqualTo(counts);
        assertThat(cluster.taskLines(COLLECTS)).hasSizeGreaterThan(collectors);
        assertThat(cluster.taskLines(MERGES)).hasSizeGreaterThan(merges);
        assertThat(cluster.taskLines(DECLINES)).isEmpty();
    }

    @Test
    void wordCountIsAsStock() throws Exception {
        countsAsStock();
    }

    @Test
    void sortIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::sort, plugins()))
                .isEqualTo(jobs.run(ClusterJobs::sort, stock -> {}));
    }

    @Test
    void secondarySortIsAsStock() throws Exception {
        assertThat(jobs.run(ClusterJobs::secondarySort, plugins()))
                .isEqualTo(jobs.run(ClusterJobs::secondarySort, stock -> {}));
    }

    @Test
    void compressedMapOutputIsAsStock() throws Exception {
        for (Class<?> codec : List.of(DefaultCodec.class, BZip2Codec.class)) {
            countsAsStock(
                    MRJobConfig.MAP_OUTPUT_COMPRESS,
                    "true",
                    MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
                    codec.getName());
        }
    }

    /** The job brings the library, which Hadoop's codec calls. */
    @Test
    void mapOutputInLz4IsAsStock() throws Exception {
        Path library = Path.of(ClassUtil.findContainingJar(LZ4Factory.class));
        Consumer<Configuration> lz4 =
                conf -> {
                    conf.setBoolean(MRJobConfig.MAP_OUTPUT_COMPRESS, true);
                    conf.set(MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC, Lz4Codec.class.getName());
                    conf.setStrings(
                            JARS, conf.get(JARS, library.toString()), library.toUri().toString());
                };
        assertThat(jobs.run(ClusterJobs::wordCount, plugins().andThen(lz4))).isEqualTo(counts);
        assertThat(cluster.taskLines(MERGES)).isNotEmpty();
        assertThat(cluster.taskLines(DECLINES)).isEmpty();
    }

    @Test
    void aPartialReducerReducesWhatHasBeenFetched() throws Exception {
        Consumer<Configuration> partial =
                conf -> {
                    ClusterJobs.overlapping(conf);
                    PartialReduce.set(conf, DyingTasks.Sum.class);
                };
        Job job = jobs.submit(jobs.dying(dyingJar, 12, 2), plugins().andThen(partial));
        assertThat(jobs.lines(job)).isEqualTo(ClusterJobs.lines(counts));
        assertThat(job.getCounters().findCounter("Millrace Partial Reduce", "Batches").getValue())
                .isPositive();
    }

    @Test
    void encryptedMapOutputIsAsStock() throws Exception {
        countsAsStock(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, "true");
    }

    @Test
    void classesOfTheJobRunWithQuickConversions() throws Exception {
        Consumer<Configuration> agent =
                conf -> {
                    conf.setBoolean(ClusterKeys.CONVERSIONS.name(), true);
                    conf.setClass(MRJobConfig.MAP_CLASS_ATTR, SplittingMapper.class, Mapper.class);
                };
        Job job = jobs.submit(jobs.dying(dyingJar, 4, 2), agent.andThen(plugins()));
        assertThat(jobs.lines(job)).isEqualTo(ClusterJobs.lines(counts));
        boolean rewritten = TestedHadoop.allowsRewrites();
        Class<?> splitter = rewritten ? QuickTokenizer.class : StringTokenizer.class;
        assertThat(linesOf(job, " used "))
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(line -> line.endsWith(splitter.getName()));
        assertThat(cluster.taskLines("classes run as compiled").isEmpty()).isEqualTo(rewritten);
    }

    @Test
    void aKilledMapTaskIsRetried() throws Exception {
        outputSurvives(() -> {
            List<ProcessHandle> maps = cluster.tasks("_m_0");
            maps.forEach(ProcessHandle::destroyForcibly);
            return !maps.isEmpty();
        });
    }

    @Test
    void aKilledReduceTaskIsRetried() throws Exception {
        outputSurvives(() -> {
            List<ProcessHandle> reduces = cluster.tasks("_r_0");
            reduces.forEach(ProcessHandle::destroyForcibly);
            return !reduces.isEmpty();
        });
    }

    static Stream<Arguments> dyingReduceTasks() {
        Consumer<Configuration> codec =
                conf -> {
                    conf.setBoolean(MRJobConfig.MAP_OUTPUT_COMPRESS, true);
                    conf.setClass(
                            MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
                            DyingTasks.DiesInFetch.class,
                            CompressionCodec.class);
                };
        Consumer<Configuration> partial =
                conf -> {
                    ClusterJobs.overlapping(conf);
                    PartialReduce.set(conf, DyingTasks.DiesInPartialReduce.class);
                };
        Consumer<Configuration> reducer =
                conf ->
                        conf.setClass(
                                MRJobConfig.REDUCE_CLASS_ATTR,
                                DyingTasks.DiesInFinalMerge.class,
                                Reducer.class);
        return Stream.of(
                Arguments.of("fetch", codec),
                Arguments.of("partial reduce", partial),
                Arguments.of("final merge", reducer));
    }

    @ParameterizedTest
    @MethodSource("dyingReduceTasks")
    void aReduceTaskThatDiesInTheMiddleIsRetried(String phase, Consumer<Configuration> dies)
            throws Exception {
        Job job = jobs.submit(jobs.dying(dyingJar, 12, 2), plugins().andThen(dies));
        assertThat(jobs.lines(job)).isEqualTo(ClusterJobs.lines(counts));
        assertThat(deaths(job)).hasSize(2).allMatch(line -> line.endsWith(phase));
        assertThat(cluster.taskLines(MERGES)).isNotEmpty();
    }

    /** As in section 6.1.5 of the paper about partial reduce. */
    @Test
    void tenOfSixtyTasksDieAndTheOutputIsAsStock() throws Exception {
        Consumer<Configuration> dies =
                conf -> {
                    conf.setInt(DyingTasks.ONE_MAP_IN, 10);
                    PartialReduce.set(conf, DyingTasks.DiesInPartialReduce.class);
                };
        Job job = jobs.submit(jobs.dying(dyingJar, 56, 4), plugins().andThen(dies));
        assertThat(jobs.lines(job)).isEqualTo(ClusterJobs.lines(counts));
        assertThat(deaths(job)).hasSize(10);
    }

    private static List<String> deaths(Job job) throws Exception {
        return linesOf(job, DyingTasks.DIES);
    }

    private static List<String> linesOf(Job job, String word) throws Exception {
        String number = job.getJobID().toString().replace("job_", "");
        return cluster.taskLines(word).stream().filter(line -> line.contains(number)).toList();
    }

    private static void outputSurvives(Callable<Boolean> fault) throws Exception {
        Job job = jobs.submit(ClusterJobs::wordCount, plugins());
        cluster.await("the fault did not happen", fault);
        assertThat(jobs.output(job)).isEqualTo(counts);
    }
}
