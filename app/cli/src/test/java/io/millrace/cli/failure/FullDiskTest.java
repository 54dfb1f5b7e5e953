package io.millrace.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {

    /** What Hadoop's local file system throws. */
    private static final String FULL =
            "org.apache.hadoop.fs.FSError: java.io.IOException: No space left on device";

    @TempDir Path folder;

    private static Optional<String> line(String stack, String output) {
        Configuration conf = new Configuration(false);
        conf.set("mapreduce.output.fileoutputformat.outputdir", output);
        return FullDisk.line(stack, conf);
    }

    @Test
    void theDirectoryThatExistsAboveTheOutputIsNamedWithItsFreeSpace() {
        assertThat(line(FULL, "file:" + folder + "/to be/out"))
                .hasValueSatisfying(line ->
                        assertThat(line)
                                .startsWith("a disk was full; that of " + folder + ", ")
                                .containsPattern(" has [0-9.]+ (bytes|KB|MB|GB|TB) free now"));
    }

    @Test
    void aMessageThatNamesItsFileSaysAll() {
        assertThat(
                        line(
                                "java.nio.file.FileSystemException: /a/b: No space left on device",
                                "file:" + folder + "/out"))
                .isEmpty();
    }

    @Test
    void nothingIsSaidOfDisksOfOtherMachines() {
        assertThat(line(FULL, "hdfs://name/out")).isEmpty();
        assertThat(line(FULL, "")).isEmpty();
    }
}
