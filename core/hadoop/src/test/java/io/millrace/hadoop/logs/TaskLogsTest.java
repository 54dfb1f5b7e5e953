package io.millrace.hadoop.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
final class TaskLogsTest {

    private static final int MOST = 100;

    @TempDir Path directory;

    private Path root() {
        return directory.resolve("logs");
    }

    private void makeLogs() throws IOException {
        JobConf conf = new JobConf(false);
        conf.set("millrace.task.log.dir", root().toString());
        TaskLogs.of(conf, "job_new").folder("attempt");
    }

    private Path oldLogs(int number, Duration age) throws IOException {
        Path made =
                Files.createDirectory(
                        root().resolve("job_" + number),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Files.writeString(made.resolve("syslog"), "something");
        Files.setLastModifiedTime(made, FileTime.from(Instant.now().minus(age)));
        return made;
    }

    @Test
    void theOldestLogsOfTooManyJobsAreDeletedButNotThoseOfTheLastHour() throws Exception {
        makeLogs();
        for (int i = 1; i <= MOST + 20; i++) {
            oldLogs(i, Duration.ofMinutes(70 + i));
        }
        makeLogs();
        assertThat(root().toFile().list()).as("with the new one").hasSize(MOST);
        assertThat(root().resolve("job_1")).exists();
        assertThat(root().resolve("job_" + MOST)).doesNotExist();
        for (int i = 1000; i <= 1000 + MOST; i++) {
            oldLogs(i, Duration.ofMinutes(1));
        }
        makeLogs();
        assertThat(root().toFile().list()).hasSize(MOST + 2);
        assertThat(root().resolve("job_1")).doesNotExist();
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private String lastFailure(String text) throws IOException {
        return TaskLogs.lastFailure(Files.writeString(directory.resolve("stderr"), text));
    }

    @Test
    void theLastFailureIsFoundWithTheCauseThatItsLineDoesNotName() throws Exception {
        IOException first = new IOException("an earlier failure");
        IllegalStateException last =
                new IllegalStateException(
                        "the worker ends",
                        new IOException(
                                "cannot listen", new BindException("Address already in use")));
        assertThat(lastFailure("a line\n" + stack(first) + "more\n" + stack(last) + "the end\n"))
                .startsWith("java.lang.IllegalStateException: the worker ends, caused by")
                .endsWith("java.net.BindException: Address already in use");
    }

    @Test
    void aCauseThatTheLineNamesIsNotRepeated() throws Exception {
        IOException failure =
                new IOException(
                        "cannot listen: Address already in use",
                        new BindException("Address already in use"));
        assertThat(lastFailure(stack(failure)))
                .isEqualTo("java.io.IOException: cannot listen: Address already in use");
    }

    @Test
    void textWithoutAStackHasNoFailure() throws Exception {
        assertThat(lastFailure("a line\nand another\n")).isEmpty();
        assertThat(TaskLogs.lastFailure(directory.resolve("missing"))).isEmpty();
    }
}
