package io.millrace.records.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.input.DecodedPages;
import io.millrace.records.paged.BadPagedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnfinishedIndexTest {

    @TempDir Path directory;
    private Path index;

    @BeforeEach
    void writeInput() throws IOException {
        index = directory.resolve("out");
        Files.writeString(Files.createDirectory(directory.resolve("in")).resolve("one"), "1|a\n");
        Files.writeString(directory.resolve("schema"), "column k int\ncolumn v text\n");
    }

    @Test
    void theOnlyBuildOfAnIndexMustBeComplete() throws Exception {
        assertThat(build()).isZero();
        assertThat(splits()).isEqualTo(1);
        Path complete = index.resolve("build-00001");
        Files.createDirectory(index.resolve("_unfinished-of-another"));
        assertThat(splits()).as("while a build adds to the index").isEqualTo(1);
        Files.delete(index.resolve("_unfinished-of-another"));
        Files.move(complete, index.resolve("_unfinished-1"));
        assertRefused("The only build of this index is still running or was killed");
    }

    @Test
    void theSampleOfAKilledBuildIsNoIndex() throws Exception {
        Files.createDirectory(index);
        Files.writeString(index.resolve("_unfinished-1.points"), "");
        assertRefused("The only build of this index is still running or was killed");
    }

    @Test
    void aJobsPagedFilesMustBeCommitted() throws Exception {
        assertThat(build()).isZero();
        Files.createDirectory(index.resolve("build-00001/_temporary"));
        assertRefused("The job that writes this directory is still running or was killed");
    }

    @Test
    void aDirectoryWithoutTracesOfAJobReadsAsItDoesOnHadoop() throws Exception {
        Files.createDirectory(index);
        assertThat(splits()).isZero();
    }

    @Test
    void aBuildThatFailsLeavesNoDirectoryThatReadsAsAnIndex() throws Exception {
        Files.writeString(directory.resolve("in/one"), "x|a\n");
        assertThatThrownBy(this::build).hasMessageContaining("'x' is not valid");
        assertThat(index).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.records.where, k > 5",
        "mapreduce.input.pathFilter.class, x.Y",
        "mapreduce.input.linerecordreader.line.maxlength, 3",
        "mapreduce.map.failures.maxpercent, 10",
        "mapreduce.reduce.failures.maxpercent, 10"
    })
    void aSettingThatLeavesRecordsOutIsRefused(String key, String value) {
        assertThatThrownBy(() -> build(key, value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "An index has all records of its input, but " + key + " is '");
        assertThat(index).doesNotExist();
    }

    private int build(String... settings) throws Exception {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        IndexBuild.configure(conf, directory.resolve("schema").toString(), "k", true);
        return ToolRunner.run(
                conf,
                new IndexBuild(),
                new String[] {directory.resolve("in").toString(), index.toString()});
    }

    private int splits() throws IOException {
        return new DecodedPages().getSplits(job()).size();
    }

    private Job job() throws IOException {
        Job job = Job.getInstance(new JobConf());
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(index.toUri()));
        return job;
    }

    private void assertRefused(String reason) throws IOException {
        Job job = job();
        JobConf old = new JobConf(job.getConfiguration());
        assertThatThrownBy(() -> new DecodedPages().getSplits(job))
                .isInstanceOf(BadPagedFileException.class)
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> new io.millrace.records.old.DecodedPages().getSplits(old, 1))
                .isInstanceOf(BadPagedFileException.class)
                .hasMessageContaining(reason);
        try (Stream<Path> left = Files.list(index)) {
            assertThat(left).isNotEmpty();
        }
    }
}
