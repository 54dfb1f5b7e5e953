package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on disk when a process is killed that writes files there which it had in memory. */
@Sampled(oneIn = 3)
@Tag("jdk")
class KilledSavingTest {

    private static final int FILES = 200;
    private static final int BYTES = 100_000;
    private static final String DONE = "the job is done";

    @TempDir Path directory;

    /** Writes what it reads. */
    static final class Copying extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /**
     * Runs a job into memory in place of what an earlier one left, adds to its output, and ends
     * when it is told to.
     */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = ClientConf.in(directory);
            conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
            conf.set("millrace.namespace.redirect", "auto");
            FileSystem files = FileSystem.get(conf);
            org.apache.hadoop.fs.Path output = ClientConf.output(directory);
            files.delete(output, true);
            Job job = ClientConf.mapOnly(conf, directory, Copying.class);
            if (!job.waitForCompletion(false)) {
                System.exit(20);
            }
            for (int i = 0; i < FILES; i++) {
                write(files, new org.apache.hadoop.fs.Path(output, "more-" + i));
            }
            write(files, new org.apache.hadoop.fs.Path(output, "folder/file"));
            System.out.println(DONE);
            System.in.read();
        }

        private static void write(FileSystem files, org.apache.hadoop.fs.Path path)
                throws Exception {
            try (FSDataOutputStream out = files.create(path)) {
                out.write(new byte[BYTES]);
            }
        }
    }

    /** Whoever opens this pipe to write waits for a reader, so it is known where the process is. */
    @Test
    void whatIsThereIsWholeAndHasNoMarkerAndTheNextRunReplacesIt() throws Exception {
        Process process = start();
        Files.createDirectory(output());
        Path pipe = output().resolve(".part-m-00000.unfinished");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        end(process);
        Path last = output().resolve(".more-99.unfinished"); // in the order of names
        Await.until("the others are written", () -> Files.exists(last) || !process.isAlive());
        kill(process);

        assertThat(names()).containsExactly("folder/file");
        assertThat(output().resolve("folder/file")).hasSize(BYTES);

        Process next = start();
        end(next);
        assertThat(next.waitFor(120, TimeUnit.SECONDS)).as(log()).isTrue();
        assertThat(next.exitValue()).as(log()).isZero();
        assertThat(names()).hasSize(FILES + 3).contains("_SUCCESS", "part-m-00000", "folder/file");
        assertThat(Workspace.filesBelow(output())).noneMatch(KilledSavingTest::unfinished);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, FILES / 2, FILES + 2})
    void atAnyMomentNoFileIsHalfAndNoMarkerIsEarly(int written) throws Exception {
        Process process = start();
        end(process);
        Await.until(
                written + " files are written",
                () -> writtenOnes() >= written || !process.isAlive());
        kill(process);

        List<String> names = names();
        if (names.contains("_SUCCESS")) {
            assertThat(names).hasSize(FILES + 3);
        }
        for (String name : names) {
            if (name.startsWith("more-") || name.startsWith("folder")) {
                assertThat(output().resolve(name)).hasSize(BYTES);
            }
        }
    }

    private Process start() throws Exception {
        Process process =
                ChildJvm.start(
                        directory.resolve("log"),
                        List.of("-Dmillrace.test.log=WARN"),
                        Driver.class,
                        directory);
        Await.until(DONE, () -> log().contains(DONE) || !process.isAlive());
        assertThat(process.isAlive()).as(log()).isTrue();
        return process;
    }

    private static void end(Process process) throws Exception {
        process.getOutputStream().close();
    }

    private static void kill(Process process) throws Exception {
        process.destroyForcibly();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }

    private Path output() {
        return directory.resolve("out");
    }

    /** How many files there are in the output now, whatever their names. */
    private long writtenOnes() throws Exception {
        if (Files.notExists(output())) {
            return 0;
        }
        try (Stream<Path> all = Files.list(output())) {
            return all.filter(path -> !path.toString().endsWith(".crc")).count();
        }
    }

    /** The files that others see, without those of checksums. */
    private List<String> names() {
        return Workspace.filesBelow(output()).stream()
                .filter(path -> !path.getFileName().toString().startsWith("."))
                .map(path -> output().relativize(path).toString())
                .toList();
    }

    private static boolean unfinished(Path path) {
        return path.getFileName().toString().contains("unfinished");
    }

    private String log() throws Exception {
        return Files.readString(directory.resolve("log"));
    }
}
