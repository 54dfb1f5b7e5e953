package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class RemovedSettingsTest {

    private final Configuration conf = new Configuration(false);

    @Test
    void aRemovedKeyIsRefusedWhateverItsValue() {
        conf.set("millrace.cluster.engine.from", "0");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessage(
                        "millrace.cluster.engine.from was removed in Millrace 0.1.0. The plug-ins start the engine with each task. Remove the key.");
    }

    @Test
    void aRemovedValueIsRefusedAndOthersAreNot() {
        conf.set("millrace.task.runner", "hadoop");
        assertThatCode(() -> HadoopKeys.check(conf)).doesNotThrowAnyException();
        conf.set("millrace.task.runner", " stock");
        assertThatThrownBy(() -> HadoopKeys.check(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessage(
                        "millrace.task.runner=stock was removed in Millrace 0.1.0. Use hadoop, with which Hadoop's own classes run the tasks, or remove the key.");
    }
}
