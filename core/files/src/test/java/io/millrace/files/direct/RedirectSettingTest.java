package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.files.config.FileKeys;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectSettingTest {

    private static Configuration conf(String value) {
        Configuration conf = new Configuration();
        conf.set("hadoop.tmp.dir", "/scratch/hadoop");
        conf.set(FileKeys.REDIRECT.name(), value);
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
                "/a,data               | data is not an absolute path below the root",
                "/                     | / is not an absolute path below the root",
                "/a,auto               | auto is not an absolute path below the root",
                "/scratch              | /scratch is at or above hadoop.tmp.dir=/scratch/hadoop",
                "/scratch/hadoop       | has to be on disk",
            })
    void whatCannotBeRedirectedIsRefusedWithTheReason(String value, String reason) {
        assertThatThrownBy(() -> RedirectSetting.of(conf(value)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(FileKeys.REDIRECT.name() + " is " + value)
                .hasMessageContaining(reason)
                .hasMessageContaining("allowed: off, auto");
    }
}
