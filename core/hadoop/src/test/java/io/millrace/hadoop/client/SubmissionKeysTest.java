package io.millrace.hadoop.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionKeysTest {

    @TempDir Path directory;

    private final MillraceClientProtocolProvider provider = new MillraceClientProtocolProvider();

    static final class Identity extends Mapper<LongWritable, Text, LongWritable, Text> {}

    @Test
    void aBadValueStopsTheJobNamingKeyValueAndWhatIsAllowed() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.map.threads", "many");
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        assertThatThrownBy(job::submit)
                .isInstanceOf(IOException.class)
                .hasMessage("millrace.map.threads is many; allowed: auto, or 1 to 1024");
        assertThat(Files.exists(directory.resolve("out"))).isFalse();
    }

    @Test
    void anUnknownKeyStopsTheJobNamingTheNearestKnownOne() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.map.thread", "2");
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        assertThatThrownBy(job::submit)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown key millrace.map.thread")
                .hasMessageContaining("millrace.map.threads");
    }

    @Test
    void aJobThatNeedsTheOrderOfItsKeysDoesNotSortByFingerprints() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.sort", "fingerprint");
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        job.setNumReduceTasks(1);
        job.setSortComparatorClass(LongWritable.DecreasingComparator.class);
        assertThatThrownBy(job::submit)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "The job cannot sort by fingerprints:"
                                + " org.apache.hadoop.io.LongWritable$DecreasingComparator"
                                + " (mapreduce.job.output.key.comparator.class) sorts keys in its"
                                + " own order. Remove millrace.sort from its configuration");
        assertThat(Files.exists(directory.resolve("out"))).isFalse();
    }

    @Test
    void theOldClientHearsTheSame() {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.shuffle.kind", "carry");
        assertThatThrownBy(() -> new JobClient(conf).submitJob(conf))
                .isInstanceOf(IOException.class)
                .hasMessage("millrace.shuffle.kind is carry; allowed: auto, pull, push, hybrid");
    }

    @Test
    void splitSizeSetsHadoopsOwnKeys() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.split.size", "4m");
        provider.create(conf);
        assertThat(conf.getLong("mapreduce.input.fileinputformat.split.minsize", 0))
                .isEqualTo(4 << 20);
        assertThat(conf.getLong("mapreduce.input.fileinputformat.split.maxsize", 0))
                .isEqualTo(4 << 20);
    }

    @Test
    void splitSizeLeavesWhatTheUserSetToHadoop() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.split.size", "4m");
        conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 1000);
        provider.create(conf);
        assertThat(conf.getLong("mapreduce.input.fileinputformat.split.maxsize", 0))
                .isEqualTo(1000);
    }

    @Test
    void anOldApiJobDoesNotCutAFileSmallerThanAReadBufferUnlessSomebodySaidHowManyMaps()
            throws IOException {
        JobConf conf = ClientConf.in(directory);
        provider.create(conf);
        provider.create(conf);
        assertThat(conf.getLong("mapreduce.input.fileinputformat.split.minsize", 0))
                .isEqualTo(4096);
        assertThat(conf.getNumMapTasks()).isEqualTo(2);
        JobConf chosen = ClientConf.in(directory);
        chosen.setNumMapTasks(2);
        provider.create(chosen);
        assertThat(chosen.getLong("mapreduce.input.fileinputformat.split.minsize", 0)).isZero();
        JobConf newApi = ClientConf.in(directory);
        newApi.setUseNewMapper(true);
        provider.create(newApi);
        assertThat(newApi.getLong("mapreduce.input.fileinputformat.split.minsize", 0)).isZero();
    }

    @Test
    void reducesSetsTheNumberOfReduceTasks() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.reduces", "7");
        provider.create(conf);
        assertThat(conf.getNumReduceTasks()).isEqualTo(7);
    }

    @Test
    void reducesLeavesAMapOnlyJobMapOnly() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.reduces", "7");
        conf.setNumReduceTasks(0);
        provider.create(conf);
        assertThat(conf.getNumReduceTasks()).isZero();
    }
}
