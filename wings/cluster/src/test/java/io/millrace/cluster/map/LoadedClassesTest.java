package io.millrace.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceCollector;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task runs in a separate JVM, which loads all of its classes: the plug-in adds few to them. */
@Tag("jdk")
class LoadedClassesTest {

    @TempDir Path work;

    /** Runs a job in the directory that is its argument. */
    static final class OneJob {

        private OneJob() {}

        public static void main(String[] arguments) throws IOException {
            Path work = Path.of(arguments[0]);
            LocalRun run =
                    LocalRun.of(
                            work,
                            work.resolve("in"),
                            conf -> {
                                TextJobs.index(conf);
                                conf.setClass(
                                        MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
                                        MillraceCollector.class,
                                        MillraceCollector.class);
                            });
            System.exit(run.successful() ? 0 : 1);
        }
    }

    @Test
    void aMapTaskLoadsNeitherTheFlightRecorderNorGeneratorsOfMethods() throws Exception {
        assertThat(loaded())
                .anyMatch(line -> line.contains(EngineCollector.class.getName()))
                .noneMatch(line -> line.contains(" jdk.jfr.Event "))
                .noneMatch(line -> line.contains(" java.lang.runtime.ObjectMethods"));
    }

    private List<String> loaded() throws IOException, InterruptedException {
        Files.writeString(Files.createDirectory(work.resolve("in")).resolve("text"), "one two\n");
        Path log = work.resolve("classes");
        Process job =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xlog:class+load:file=" + log,
                                "-cp",
                                System.getProperty("java.class.path"),
                                OneJob.class.getName(),
                                work.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(work.resolve("out").toFile())
                        .start();
        try {
            assertThat(job.waitFor()).as(Files.readString(work.resolve("out"))).isZero();
        } finally {
            job.destroyForcibly();
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.toList();
        }
    }
}
