package io.millrace.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.conformance.Cases.Case;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceIT {

    @TempDir Path directory;

    @Test
    void hadoopsQuickTestsPass() throws Exception {
        Suite suite = Main.suite(Target.MILLRACE, directory, Map.of(), Duration.ofMinutes(5), 2);
        List<Case> quick = Cases.of(Target.MILLRACE).stream().filter(Case::quick).toList();
        Score score = suite.run(quick, System.out::println);
        assertThat(score.failures()).as("%s", score).isEmpty();
        assertThat(score.surprises()).as("listed as impossible, but passed").isEmpty();
        assertThat(score.passed()).isGreaterThan(quick.size());
    }

    @Test
    void hadoopsTestsPassWithThePluginsInItsTasks() throws Exception {
        Suite suite = Main.suite(Target.PLUGINS, directory, Map.of(), Duration.ofMinutes(5), 2);
        List<Case> quick = Cases.of(Target.PLUGINS).stream().filter(Case::quick).toList();
        Score score = suite.run(quick, System.out::println);
        assertThat(score.failures()).as("%s", score).isEmpty();
        assertThat(score.passed()).isGreaterThanOrEqualTo(quick.size());
        for (Case each : quick) {
            assertThat(Files.readString(directory.resolve(each.className()).resolve("log")))
                    .contains("Millrace collects, sorts and combines map output")
                    .contains("Millrace merges the input of this reduce task");
        }
    }

    @Test
    void aTestThatFailsLowersTheScore() throws Exception {
        Suite suite =
                Main.suite(
                        Target.MILLRACE,
                        directory,
                        Map.of("millrace.map.threads", "none"),
                        Duration.ofMinutes(5),
                        1);
        Case mapRed =
                Cases.of(Target.MILLRACE).stream()
                        .filter(each -> each.className().endsWith(".TestMapReduce"))
                        .findFirst()
                        .orElseThrow();
        Score score = suite.run(List.of(mapRed), System.out::println);
        assertThat(score.failures())
                .hasSize(1)
                .allMatch(failure -> failure.contains("millrace.map.threads"));
    }
}
