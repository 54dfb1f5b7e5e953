package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyOriginTest {

    private static final String KEY = "mapreduce.client.completion.pollinterval";

    @TempDir Path directory;

    @Test
    void hadoopsOwnDefaultIsNobodysChoice() {
        assertThat(KeyOrigin.chosen(new JobConf(), KEY)).isFalse();
    }

    @Test
    void aValueSetByCodeIsAChoiceEvenIfItIsTheDefault() {
        JobConf conf = new JobConf();
        conf.set(KEY, conf.get(KEY));
        assertThat(KeyOrigin.chosen(conf, KEY)).isTrue();
        assertThat(KeyOrigin.chosen(new JobConf(conf), KEY)).isTrue();
    }

    @Test
    void whatNobodySetIsNoChoice() {
        assertThat(KeyOrigin.chosen(new JobConf(), "no.such.key")).isFalse();
    }

    @Test
    void choicesSurviveTheJobFile() throws IOException {
        JobConf conf = new JobConf();
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 77);
        JobConf read = writtenAndRead(conf);
        assertThat(KeyOrigin.chosen(read, KEY)).isFalse();
        assertThat(KeyOrigin.chosen(read, "mapreduce.client.progressmonitor.pollinterval"))
                .isTrue();
    }

    @Test
    void hadoopsOwnValueIsToldFromOthersAlsoInAJobFile() throws IOException {
        JobConf conf = new JobConf();
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 77);
        conf.set("own.key", "value");
        for (JobConf each : List.of(conf, writtenAndRead(conf))) {
            assertThat(KeyOrigin.hadoops(each, KEY)).isTrue();
            assertThat(KeyOrigin.hadoops(each, "mapreduce.client.progressmonitor.pollinterval"))
                    .isFalse();
            assertThat(KeyOrigin.hadoops(each, "own.key")).isFalse();
            assertThat(KeyOrigin.hadoops(each, "no.such.key")).isFalse();
        }
    }

    private JobConf writtenAndRead(JobConf conf) throws IOException {
        Path file = directory.resolve("job.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
        return new JobConf(new org.apache.hadoop.fs.Path(file.toUri()));
    }
}
