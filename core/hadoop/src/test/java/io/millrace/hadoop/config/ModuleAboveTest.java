package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Neither module is on the class path of these tests. */
class ModuleAboveTest {

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
}
