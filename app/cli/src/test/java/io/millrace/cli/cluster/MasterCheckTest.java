package io.millrace.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.doctor.Finding;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MasterCheckTest {

    private final Configuration conf = new Configuration(false);

    private Optional<Finding> on(String... versions) {
        return MasterCheck.of(conf, Set.of(versions));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.10.2", "3.3.6", "3.4.3"})
    void aMasterOfAnOlderHadoopNeedsAnOption(String version) {
        assertThat(on("3.5.0", version))
                .hasValueSatisfying(finding ->
                        assertThat(finding.toString())
                                .startsWith("warning  on Java 17, ")
                                .contains("Hadoop " + version, "admin-command-opts=--add"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.0", "3.10.0", "4.0.0-SNAPSHOT"})
    void aMasterOfANewerHadoopNeedsNone(String version) {
        assertThat(on(version)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "yarn.app.mapreduce.am.admin-command-opts, --add-opens=java.base/java.lang=ALL-UNNAMED",
        "yarn.app.mapreduce.am.command-opts, -Xmx1g --add-opens java.base/java.lang=ALL-UNNAMED",
        "mapreduce.jvm.add-opens-as-default, true"
    })
    void theOptionIsFoundInEachPlace(String key, String value) {
        conf.set(key, value);
        assertThat(on("3.4.3")).isEmpty();
    }

    @Test
    void aClusterWithoutKnownVersionsIsNotJudged() {
        assertThat(on("unknown")).isEmpty();
    }
}
