package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.LoopState;
import io.millrace.collective.gang.LoopCounter;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.testing.Checkout;
import io.millrace.testing.ClassJar;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.VersionInfo;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops on Hadoop's own daemons, each node in a network namespace where the machine allows it.
 * Their workers are map tasks of a stock job. Takes some minutes: {@code
 * -Dmillrace.test.cluster=true}.
 */
@EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
class GangOnClusterIT {

    private static final int MEGABITS = 200;
    private static final int FILES = 6;
    private static final int LINES = 500;
    private static final int ITERATIONS = 5;

    @TempDir private static Path work;

    private static HadoopCluster cluster;
    private static Path jobJar;
    private static LoopState plain;

    @BeforeAll
    static void start() throws Exception {
        Path jars = Checkout.module("daemons").resolve("target/hadoop-" + VersionInfo.getVersion());
        cluster =
                HadoopCluster.start(
                        ClusterShape.of(jars).withNodes(2).inNamespaces(MEGABITS).forFaults());
        for (int file = 0; file < FILES; file++) {
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/numbers/" + file);
            try (FSDataOutputStream out = cluster.files().create(path)) {
                for (int line = 0; line < LINES; line++) {
                    out.writeBytes("x".repeat(1 + (31 * file + line) % 60) + "\n");
                }
            }
        }
        jobJar = ClassJar.make(work.resolve("job.jar"), DyingWorker.class);
        plain = run("millrace.collective.pattern", "none");
    }

    @AfterAll
    static void end() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** The jar of a module, as {@code -libjars} would have it. */
    private static String library(String module) throws IOException {
        try (Stream<Path> files = Files.list(Checkout.module(module).resolve("target"))) {
            return files.filter(file ->
                            file.getFileName()
                                    .toString()
                                    .matches("millrace-" + module + "-[0-9.]+(-SNAPSHOT)?.jar"))
                    .findFirst()
                    .orElseThrow()
                    .toUri()
                    .normalize()
                    .toString();
        }
    }

    private static IterativeJob loop(String... settings) throws Exception {
        Configuration conf = new Configuration(cluster.clients());
        conf.set(
                "tmpjars",
                String.join(",", library("hadoop"), library("workers"), library("collective")));
        conf.set("millrace.collective.workers", "3");
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        Job job = Job.getInstance(conf, "loop");
        job.setJar(jobJar.toString());
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("/numbers"));
        return IterativeJob.over(job)
                .repeat(
                        Step.map(DyingWorker.class, IntWritable.class, LongWritable.class)
                                .allReduce(NumberOperation.SUM))
                .atMost(ITERATIONS);
    }

    private static LoopState run(String... settings) throws Exception {
        return loop(settings).run();
    }

    @Test
    void aGangComesToWhatAChainOfPlainJobsDoes() throws Exception {
        IterativeJob gang = loop();
        StringWriter said = new StringWriter();
        WriterAppender appender = new WriterAppender(new SimpleLayout(), said);
        Logger logger = Logger.getLogger(ClusterProgress.class);
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
        assertThat(Loops.text(gang.run())).isEqualTo(Loops.text(plain));
        logger.removeAppender(appender);
        assertThat(said.toString()).contains(": iteration 5 of at most 5");
        assertThat(gang.counters().findCounter(LoopCounter.ITERATIONS).getValue())
                .isEqualTo(ITERATIONS);
    }

    @Test
    void aGangThatEncryptsItsMessagesComesToTheSame() throws Exception {
        assertThat(Loops.text(run(ExchangeKeys.TLS.name(), "true"))).isEqualTo(Loops.text(plain));
    }

    /** Map task 0 is the coordinator's, and the last one the last worker's. */
    @ParameterizedTest
    @ValueSource(ints = {0, FILES - 1})
    void aLostWorkerIsReplacedAndTheResultStaysTheSame(int victim) throws Exception {
        Path mark = work.resolve("mark" + victim);
        LoopState end =
                run(
                        DyingWorker.VICTIM,
                        Integer.toString(victim),
                        DyingWorker.MARK,
                        mark.toString());
        assertThat(mark).exists();
        assertThat(Loops.text(end)).isEqualTo(Loops.text(plain));
    }

    @Test
    void aLoopThatFindsNoRoomSaysHowManyContainersItHad() {
        assertThatThrownBy(() ->
                        run(
                                "millrace.collective.gather.seconds",
                                "15",
                                "millrace.collective.workers",
                                Integer.toString(FILES),
                                "mapreduce.map.memory.mb",
                                "1400"))
                .hasMessageContaining("needs 6 workers at once, but had containers for")
                .hasMessageContaining("lower millrace.collective.workers");
    }
}
