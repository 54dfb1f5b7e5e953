package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of outputs that are kept in memory when their process ends. */
@Sampled(oneIn = 3)
class RedirectionEndTest {

    private static final String DONE = "the jobs are done";

    @TempDir Path directory;

    /** Writes what it reads. */
    static final class Copying extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /**
     * Runs two jobs, the second on the first one's output, deletes that, and ends as it is told.
     */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = ClientConf.in(directory);
            conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
            conf.set("millrace.namespace.redirect", "auto");
            Job first = ClientConf.mapOnly(conf, directory, Copying.class);
            Path temporary = directory.resolve("between");
            FileOutputFormat.setOutputPath(first, hadoops(temporary));
            Job second = ClientConf.mapOnly(conf, directory, Copying.class);
            FileInputFormat.setInputPaths(second, hadoops(temporary));
            FileOutputFormat.setOutputPath(second, hadoops(directory.resolve("disk/out")));
            if (!first.waitForCompletion(false) || !second.waitForCompletion(false)) {
                System.exit(20);
            }
            FileSystem files = FileSystem.get(conf);
            files.delete(hadoops(temporary), true);
            if (Files.exists(temporary) || Files.exists(directory.resolve("disk/out"))) {
                System.exit(21);
            }
            end(args[1], files, hadoops(directory.resolve("disk/out")));
        }

        private static void end(String how, FileSystem files, org.apache.hadoop.fs.Path output)
                throws Exception {
            if (how.equals("fill")) {
                try (FSDataOutputStream out =
                        files.create(new org.apache.hadoop.fs.Path(output, "part-m-00009"))) {
                    out.write(new byte[4_000_000]);
                }
            }
            System.out.println(DONE);
            if (how.equals("exit")) {
                System.exit(5);
            } else if (how.equals("wait")) {
                new CountDownLatch(1).await();
            }
        }

        private static org.apache.hadoop.fs.Path hadoops(Path path) {
            return new org.apache.hadoop.fs.Path(path.toUri());
        }
    }

    @ParameterizedTest
    @CsvSource({"return, 0", "exit, 5"})
    void whatIsLeftIsWrittenToDiskByANormalEnd(String how, int exitCode) throws Exception {
        Process process = start(how);
        assertThat(exitCode(process)).as(log()).isEqualTo(exitCode);
        assertWritten();
    }

    @Test
    void whatIsLeftIsWrittenToDiskBeforeATerminatedProcessEnds() throws Exception {
        Process process = start("wait");
        Await.until(DONE, () -> log().contains(DONE));
        process.destroy();
        assertThat(exitCode(process)).as(log()).isNotZero();
        assertWritten();
    }

    @Test
    void aKilledProcessLeavesNothingThatLooksFinished() throws Exception {
        Process process = start("wait");
        Await.until(DONE, () -> log().contains(DONE));
        process.destroyForcibly();
        exitCode(process);
        assertThat(files("disk")).isEmpty();
    }

    @Test
    void aFullDiskIsSaidAndTheExitCodeSaysSo() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeThat(SmallDisk.mount(disk, "1m"))
                .as("skipped: a small tmpfs cannot be mounted here, so no disk can be filled")
                .isTrue();
        try {
            Process process = start("fill");
            assertThat(exitCode(process)).as(log()).isEqualTo(1);
            assertThat(log())
                    .contains("Files in memory are lost with this process")
                    .contains(disk.resolve("out").toString())
                    .contains("No space left");
            assertThat(files("disk")).isEmpty();
        } finally {
            SmallDisk.unmount(disk);
        }
    }

    private void assertWritten() throws Exception {
        assertThat(files("disk"))
                .containsExactly("._SUCCESS.crc", ".part-m-00000.crc", "_SUCCESS", "part-m-00000");
        assertThat(directory.resolve("disk/out/part-m-00000")).content().contains("two");
        assertThat(directory.resolve("between")).doesNotExist();
    }

    private Process start(String how) throws Exception {
        return ChildJvm.start(
                directory.resolve("log"),
                List.of("-Dmillrace.test.log=WARN"),
                Driver.class,
                directory,
                how);
    }

    private int exitCode(Process process) throws Exception {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(log()).isTrue();
        return process.exitValue();
    }

    private String log() throws Exception {
        return Files.readString(directory.resolve("log"));
    }

    private List<String> files(String folder) throws Exception {
        if (Files.notExists(directory.resolve(folder))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory.resolve(folder))) {
            return files.filter(Files::isRegularFile)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
