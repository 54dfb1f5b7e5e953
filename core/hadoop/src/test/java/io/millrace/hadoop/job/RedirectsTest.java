package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.files.config.FileKeys;
import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.files.direct.Redirection;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {

    private static Configuration redirecting(String paths) {
        Configuration conf = new Configuration();
        conf.set(FileKeys.REDIRECT.name(), paths);
        return conf;
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "/data"})
    void tasksInJvmsOfTheirOwnAreRefusedBeforeAnyRuns(String value) {
        Configuration conf = redirecting(value);
        conf.set(TaskKeys.ISOLATION.name(), "process");
        assertThatThrownBy(() -> Redirects.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(FileKeys.REDIRECT.name())
                .hasMessageContaining(TaskKeys.ISOLATION.name());
    }

    @Test
    void aJobWhoseLocalFilesAreNotOursIsToldWhatToSet() {
        JobConf job = new JobConf(redirecting("/data"));
        job.setClass("fs.file.impl", LocalFileSystem.class, FileSystem.class);
        job.setBoolean("fs.file.impl.disable.cache", true);
        assertThatThrownBy(() -> Redirects.admit(job, Redirection.of(new MillraceProcess())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.file.impl=" + DirectLocalFileSystem.class.getName())
                .hasMessageContaining(LocalFileSystem.class.getName());
    }
}
