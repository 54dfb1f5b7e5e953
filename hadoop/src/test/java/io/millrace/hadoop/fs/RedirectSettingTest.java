package io.millrace.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectSettingTest {

    private static Configuration conf(String value) {
        Configuration conf = new Configuration();
        conf.set("hadoop.tmp.dir", "/scratch/hadoop");
        conf.set(HadoopKeys.REDIRECT.name(), value);
        return conf;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "off"})
    void isOffWhereNothingElseIsSaid(String value) {
        assertThat(RedirectSetting.of(conf(value)).isOff()).isTrue();
    }

    @Test
    void namesOutputDirectoriesOrPaths() {
        assertThat(RedirectSetting.of(conf("auto")).auto()).isTrue();
        assertThat(RedirectSetting.of(conf("/data/a/, file:///data/b,file:/data/c")).prefixes())
                .containsExactly("/data/a", "/data/b", "/data/c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hdfs://host/data      | hdfs://host/data is not on the local disk",
                "mem:///data           | mem:///data is not on the local disk",
                "file://host/data      | file://host/data names a host",
                "/a,data               | data is no absolute path below the root",
                "/                     | / is no absolute path below the root",
                "/a,auto               | auto is no absolute path below the root",
                "/scratch              | /scratch is at or above hadoop.tmp.dir=/scratch/hadoop",
                "/scratch/hadoop       | has to be on disk",
            })
    void whatCannotBeRedirectedIsRefusedWithTheReason(String value, String reason) {
        assertThatThrownBy(() -> RedirectSetting.of(conf(value)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(HadoopKeys.REDIRECT.name() + " is " + value)
                .hasMessageContaining(reason)
                .hasMessageContaining("allowed: off, auto");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "/data"})
    void tasksInJvmsOfTheirOwnAreRefusedBeforeAnyRuns(String value) {
        Configuration conf = conf(value);
        conf.set(TaskKeys.ISOLATION.name(), "process");
        assertThatThrownBy(() -> Redirects.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(HadoopKeys.REDIRECT.name())
                .hasMessageContaining(TaskKeys.ISOLATION.name());
    }

    @Test
    void aJobWhoseLocalFilesAreNotOursIsToldWhatToSet() {
        JobConf job = new JobConf(conf("/data"));
        job.setClass("fs.file.impl", LocalFileSystem.class, FileSystem.class);
        job.setBoolean("fs.file.impl.disable.cache", true);
        assertThatThrownBy(() -> Redirects.admit(job))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.file.impl=" + DirectLocalFileSystem.class.getName())
                .hasMessageContaining(LocalFileSystem.class.getName());
    }
}
