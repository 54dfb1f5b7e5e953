package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No module above is on the class path of these tests. */
class ModuleAboveTest {

    @TempDir Path directory;

    static final class Identity extends Mapper<LongWritable, Text, LongWritable, Text> {}

    @Test
    void aKeyOfAModuleThatIsMissingNamesItsJar() {
        Configuration conf = new Configuration(false);
        conf.set("millrace.ui.port", "0");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessage(
                        "millrace.ui.port is set, but millrace-ui.jar, which it needs, is not on the class path. Put it beside millrace-hadoop.jar, or remove the key.");
    }

    @Test
    void aMisspeltPartIsOfNoModule() {
        Configuration conf = new Configuration(false);
        conf.set("millrace.uid.port", "0");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .hasMessageContaining("unknown key millrace.uid.port; the nearest known one is ");
    }

    @ParameterizedTest
    @CsvSource({"millrace.workers,2", "millrace.task.isolation,process"})
    void aJobWhoseTasksWouldRunInOtherProcessesNamesTheJarOfWorkers(String key, String value)
            throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set(key, value);
        Files.createDirectory(directory.resolve("in"));
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        assertThatThrownBy(job::submit)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "%s is %s, but millrace-workers.jar, which it needs, is not on the class path. Put it beside millrace-hadoop.jar, or remove the key."
                                .formatted(key, value));
        assertThat(directory.resolve("out")).doesNotExist();
    }
}
