package io.millrace.ui.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.ui.report.JobRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which jobs stay on the page. */
class ShownJobsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private record Fake(String id, boolean ended, long bytes) implements ShownJob {

        @Override
        public JobRow row() {
            return new JobRow(id, "", ended ? "SUCCEEDED" : "RUNNING", 0, 0, 0, 0, 0, 0);
        }

        @Override
        public String report() {
            return "{\"job\":{\"id\":\"" + id + "\"}}";
        }
    }

    private final ShownJobs jobs = new ShownJobs(3, 100);

    @Test
    void theOldestThatHaveEndedAreForgottenAndThoseThatRunAreNot() throws Exception {
        put("runs", false, 0);
        for (int i = 0; i < 5; i++) {
            put("ended" + i, true, 1);
        }
        assertThat(ids()).containsExactly("runs", "ended2", "ended3", "ended4");
        assertThat(view(null, null).get("forgotten").asInt()).isEqualTo(2);
    }

    @Test
    void largeReportsAreForgottenEarlierButNeverTheLast() throws Exception {
        put("first", true, 60);
        put("second", true, 60);
        assertThat(ids()).containsExactly("second");
        put("third", true, 1000);
        assertThat(ids()).containsExactly("third");
    }

    @Test
    void theNewestThatRunsIsShownElseTheNewest() throws Exception {
        assertThat(view(null, null).has("report")).isFalse();
        put("first", true, 1);
        put("second", false, 0);
        put("third", true, 1);
        assertThat(shown(null, null)).isEqualTo("second");
        put("second", true, 1);
        assertThat(shown(null, null)).isEqualTo("third");
        assertThat(shown("first", null)).isEqualTo("first");
        assertThat(shown("nonsense", null)).isEqualTo("third");
        assertThat(view("first", "first").has("report")).isFalse();
        assertThat(shown("first", "third")).isEqualTo("first");
    }

    @Test
    void whoHasSeenEverythingWaitsUntilSomethingChanges() throws Exception {
        long seen = jobs.changes();
        Thread waiting =
                new Thread(() -> {
                    try {
                        jobs.awaitChange(seen, Long.MAX_VALUE / 1_000_000);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        waiting.start();
        put("first", false, 0);
        waiting.join(60_000);
        assertThat(waiting.isAlive()).isFalse();
    }

    private void put(String id, boolean ended, long bytes) {
        jobs.put(id, new Fake(id, ended, bytes));
    }

    private List<String> ids() throws IOException {
        List<String> ids = new ArrayList<>();
        view(null, null).get("jobs").forEach(job -> ids.add(job.get("id").asText()));
        return ids;
    }

    private String shown(@Nullable String named, @Nullable String had) throws IOException {
        return view(named, had).at("/report/job/id").asText();
    }

    private JsonNode view(@Nullable String named, @Nullable String had) throws IOException {
        return JSON.readTree(jobs.view(named, had));
    }
}
