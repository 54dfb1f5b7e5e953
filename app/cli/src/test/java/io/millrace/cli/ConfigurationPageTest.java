package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.testing.Checkout;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {

    private static final Map<String, String> PAPER_NAMES =
            Map.of(
                    "s", "millrace.split.size",
                    "r", "millrace.reduces",
                    "tp_m", "millrace.map.threads",
                    "tp_s", "millrace.sort.threads",
                    "tp_r", "millrace.reduce.threads",
                    "arch", "millrace.shuffle.kind",
                    "lockType", "millrace.shuffle.lock",
                    "hs", "millrace.shuffle.hybrid.streams");

    @Test
    void pageInDocsIsWhatTheKeysSay() throws Exception {
        assertThat(Files.readString(Checkout.root().resolve("docs/configuration.md")))
                .as("write it anew with: ./millrace config --markdown >docs/configuration.md")
                .isEqualTo(ConfigurationPage.text());
    }

    @Test
    void everyKeyHasALineASentenceAndADefaultThatPassesItsOwnCheck() {
        for (Key<?> key : HadoopKeys.ALL) {
            assertThat(ConfigurationPage.text()).contains("\n| `" + key.name() + "` | ");
            assertThat(key.description()).matches("[A-Z].*\\.");
            key.in(Settings.DEFAULTS);
        }
    }

    @Test
    void keysHaveTheNamesOfThePaper() {
        PAPER_NAMES.forEach((paper, key) ->
                assertThat(ConfigurationPage.text().lines())
                        .filteredOn(line -> line.endsWith("| " + paper + " |"))
                        .singleElement()
                        .satisfies(line -> assertThat(line).startsWith("| `" + key + "`")));
    }
}
