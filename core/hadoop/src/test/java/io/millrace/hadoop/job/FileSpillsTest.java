package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.staging.Claims;
import io.millrace.hadoop.staging.JobDirectories;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSpillsTest {

    @TempDir Path directory;

    private final JobDirectories directories =
            new JobDirectories("file-spills-test", Claims.of(new MillraceProcess()));
    private final FileSpills spills = new FileSpills(directories);

    @AfterEach
    void deleteDirectories() {
        directories.deleteAll();
    }

    private Path place(String name) throws IOException {
        Path local = directory.resolve(name);
        Configuration conf = new Configuration(false);
        conf.set("mapreduce.cluster.local.dir", local.toString());
        spills.place(conf);
        return local;
    }

    @Test
    void goWhereTheFirstConfigurationSays() throws IOException {
        Path first = place("first");
        place("second");

        Path file = spills.newFile();
        assertThat(file).startsWith(first).isEmptyFile();
        assertThat(spills.newFile()).startsWith(first).isNotEqualTo(file);
        assertThat(directory.resolve("second")).doesNotExist();
    }

    @Test
    void goElsewhereOnceThatIsDeleted() throws IOException {
        Workspace.delete(place("first"));

        Path second = place("second");
        assertThat(spills.newFile()).startsWith(second).isEmptyFile();
        assertThat(Files.exists(directory.resolve("first"))).isFalse();
    }
}
