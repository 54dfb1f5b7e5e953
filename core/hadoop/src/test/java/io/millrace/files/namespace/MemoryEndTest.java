package io.millrace.files.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.ChildJvm;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of files in memory when their process ends; in a process of its own. */
@Tag("jdk")
final class MemoryEndTest {

    @TempDir Path directory;

    /** Writes more than its engine has memory for. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            JobConf conf = ClientConf.in(Path.of(args[0]));
            conf.set("millrace.memory.max", "1m");
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("mem:///kept/file");
            FileSystem files = file.getFileSystem(conf);
            try (OutputStream out = files.create(file)) {
                out.write(new byte[3_000_000]);
            }
            if (args[1].equals("delete")) {
                files.delete(file, false);
            }
        }
    }

    @Test
    void whatIsLostIsSaidAndNothingIsLeftOnDisk() throws Exception {
        assertThat(run("keep"))
                .contains(
                        "3000000 bytes of files in memory are lost with this process, in mem:/kept");
        assertThat(regularFiles()).isEmpty();
    }

    @Test
    void whereNothingIsLostNothingIsSaid() throws Exception {
        assertThat(run("delete")).doesNotContain("are lost with this process");
        assertThat(regularFiles()).isEmpty();
    }

    private String run(String how) throws Exception {
        Path log = directory.resolve("log");
        Process process =
                ChildJvm.start(
                        log, List.of("-Dmillrace.test.log=WARN"), Driver.class, directory, how);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        return Files.readString(log);
    }

    private List<Path> regularFiles() throws Exception {
        try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
