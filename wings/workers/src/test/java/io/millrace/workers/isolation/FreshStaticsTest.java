package io.millrace.workers.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.isolation.JobJars;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task finds the statics of its job's classes as they are in a fresh JVM of a cluster. */
@Sampled(oneIn = 3)
@Tag("jdk")
class FreshStaticsTest {

    private static final int FILES = 5;

    @TempDir Path directory;
    private int workers = 1;

    @BeforeEach
    void makeInput() throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            String text = "all w" + file + "\nall" + " all".repeat(file) + "\n";
            Files.writeString(input.resolve("file" + file), text);
        }
    }

    @Test
    void resultsAreThoseOfAJvmForEachAttemptWithAnyNumberOfThreads() throws Exception {
        Map<String, String> alone = run("process", 1, true, "1");
        assertThat(alone.values())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, FILES)
                                .mapToObj(file -> "all\t" + (file + 2) + "\nw" + file + "\t1\n")
                                .toList());
        for (int threads : new int[] {1, 2, 4}) {
            assertThat(run("auto", threads, true, "")).isEqualTo(alone);
            assertThat(run("slot", threads, false, "")).isEqualTo(alone);
        }
        assertThat(run("process", 2, true, "")).isEqualTo(alone);
    }

    @Test
    void workersGiveTheSame() throws Exception {
        Map<String, String> alone = run("process", 1, true, "1");
        workers = 2;
        for (int threads : new int[] {1, 2, 4}) {
            assertThat(run("auto", threads, true, "")).isEqualTo(alone);
        }
    }

    /** The limit of what can be done: the client, too, has these statics. */
    @Test
    void whatTheClientHasTooCarriesOverAsUnderHadoopsRunner() throws Exception {
        Map<String, String> here = run("auto", 1, false, "");
        assertThat(here.values()).anySatisfy(text -> assertThat(text).contains("all\t20\n"));
    }

    private Map<String, String> run(
            String isolation, int threads, boolean jar, String attemptsOfAJvm) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.set("millrace.task.isolation", isolation);
        conf.setInt("millrace.map.threads", threads);
        conf.setInt("millrace.workers", workers);
        conf.set("mapred.child.java.opts", "-Xmx256m -XX:TieredStopAtLevel=1");
        if (!attemptsOfAJvm.isEmpty()) {
            conf.set("mapreduce.job.jvm.numtasks", attemptsOfAJvm);
        }
        FileSystem.getLocal(conf)
                .delete(new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()), true);
        Job job = ClientConf.mapOnly(conf, directory, Tops.TopMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        if (jar) {
            JobJars.bring(job, directory, Tops.class);
        }
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        Map<String, String> left = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("part")) {
                    left.put(name, Files.readString(file));
                }
            }
        }
        return left;
    }
}
