package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.EngineFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM's flight recorder is told. */
@Tag("jdk")
class FlightRecordingTest {

    @TempDir Path temp;
    @TempDir Path recordings;

    @Test
    void aRecordingHasTheAttemptsAndTheirPhases() throws Exception {
        List<RecordedEvent> events;
        try (EngineFixture fixture = EngineFixture.open(temp, Map.of());
                Recording recording = new Recording()) {
            recording.start();
            ByteJob job = fixture.job("recorded").numberedSplits(3).reducers(1);
            fixture.run(job);
            recording.stop();
            Path file = recordings.resolve("recording.jfr");
            recording.dump(file);
            events = RecordingFile.readAllEvents(file);
        }
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("millrace.Attempt"))
                .allMatch(event -> event.getString("job").equals("recorded"))
                .extracting(event -> event.getString("attempt") + " " + event.getString("outcome"))
                .containsExactlyInAnyOrder(
                        "map-0.0 SUCCEEDED",
                        "map-1.0 SUCCEEDED",
                        "map-2.0 SUCCEEDED",
                        "reduce-0.0 SUCCEEDED");
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("millrace.Phase"))
                .allMatch(event -> event.getString("slot").startsWith("millrace-"))
                .extracting(event -> event.getString("phase") + " " + event.getString("attempt"))
                .contains("MAP map-0.0", "REDUCE reduce-0.0", "COMMIT map-2.0");
    }
}
