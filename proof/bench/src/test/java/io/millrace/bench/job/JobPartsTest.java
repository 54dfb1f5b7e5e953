package io.millrace.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.measure.MeasurementException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobPartsTest {

    @TempDir Path folder;

    @Test
    void thePartsOfAllJobsAndTheProcessAddUpToTheSecondsOfTheRun() throws Exception {
        Path reports = folder.resolve("reports");
        report(
                reports.resolve("job_1"),
                4_000_000,
                "{\"thread\": \"map-1\", \"MAP_COMPUTE\": 600, \"IDLE\": 9000}",
                "{\"thread\": \"reduce-1\", \"MAP_COMPUTE\": 0, \"REDUCE\": 200}");
        report(reports.resolve("job_2"), 1_000_000, "{\"MAP_COMPUTE\": 7}");

        Map<String, Double> parts = JobParts.take(reports, 7);

        assertThat(parts)
                .containsEntry("process", 2.0)
                .containsEntry("map compute", 4.0)
                .containsEntry("reduce", 1.0)
                .containsEntry("shuffle wait", 0.0)
                .doesNotContainKey("idle");
        assertThat(parts.values().stream().mapToDouble(each -> each).sum())
                .isCloseTo(7, within(1e-9));
        assertThat(reports).doesNotExist();
    }

    @Test
    void aJobWithoutAnySlotIsTimeOfTheProcess() throws Exception {
        report(folder.resolve("job_1"), 4_000_000);
        assertThat(JobParts.take(folder, 7)).containsEntry("process", 7.0);
    }

    @Test
    void aRunWithoutReportsIsAnError() {
        assertThatThrownBy(() -> JobParts.take(folder, 7))
                .isInstanceOf(MeasurementException.class)
                .hasMessage("no job left a report in " + folder);
    }

    private static void report(Path directory, long elapsedMicros, String... slots)
            throws Exception {
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("report.json"),
                "{\"job\": {\"elapsedMicros\": %d}, \"breakdown\": [%s]}"
                        .formatted(elapsedMicros, String.join(", ", slots)));
    }
}
