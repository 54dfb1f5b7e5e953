package io.millrace.ui.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.ui.browser.Chromium;
import io.millrace.ui.job.FailsOnce;
import io.millrace.ui.job.ReportedJobs;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in a real browser: Debian's package chromium, or the like. */
class ReportPageIT {

    private static final String READY = "document.documentElement?.dataset.ready === 'true'";
    private static final String HOSTILE =
            "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    @TempDir Path folder;

    @TempDir Path profile;

    private ReportedJobs jobs;
    private Chromium browser;

    @BeforeEach
    void start() throws Exception {
        Optional<Path> installed = Chromium.installed();
        assumeTrue(
                installed.isPresent(),
                "skipped: there is no Chromium on the PATH (on Debian: apt-get install chromium)");
        jobs = new ReportedJobs(folder);
        browser = Chromium.start(installed.get(), profile);
    }

    @AfterEach
    @SuppressWarnings("NullAway") // null if there is no browser
    void end() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void theTimelineIsDrawnAndTellsTheTaskUnderThePointer() throws Exception {
        Job job = jobs.wordCount("words");
        browser.open(jobs.run(job), READY);
        for (JsonNode attempt : jobs.json(job).get("attempts")) {
            String who = attempt.get(0).asText();
            browser.evaluate(zoomTo(attempt));
            JsonNode point = browser.evaluate(middleOf(attempt));
            assertThat(browser.evaluate(colourAt(point)).asText())
                    .as("colour of %s", who)
                    .isNotEqualTo("0,0,0,0");
            hover(point);
            assertThat(browser.evaluate("byId('tip').hidden").asBoolean()).isFalse();
            assertThat(browser.evaluate("byId('tip').textContent").asText())
                    .startsWith(who + " on ");
        }
        assertNothingWentWrong();
    }

    @Test
    void theKeyboardGoesFromAttemptToAttemptAndZooms() throws Exception {
        browser.open(jobs.run(jobs.wordCount("words")), READY);
        browser.evaluate("byId('gantt').focus()");
        press("ArrowRight", "");
        String first = browser.evaluate("byId('selected').textContent").asText();
        press("ArrowDown", "");
        String below = browser.evaluate("byId('selected').textContent").asText();
        assertThat(first).startsWith("map-").contains("on millrace-map-1");
        assertThat(below).isNotEqualTo(first).contains("on millrace-");
        press("+", "+");
        assertThat(browser.evaluate("gantt.to - gantt.from < gantt.whole").asBoolean()).isTrue();
        press("0", "0");
        assertThat(browser.evaluate("gantt.to - gantt.from === gantt.whole").asBoolean()).isTrue();
        assertNothingWentWrong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void anyoneCanReadThePages(String scheme) throws Exception {
        Job job = jobs.wordCount("words");
        job.setMapperClass(FailsOnce.class);
        Path page = jobs.run(job);
        browser.call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        new Object[] {Map.of("name", "prefers-color-scheme", "value", scheme)}));
        browser.open(page, READY);
        browser.evaluate(
                "document.querySelectorAll('details').forEach(one => { one.open = true; })");
        assertAccessible();
        browser.open(
                jobs.reports().resolve("index.html"), "document.querySelector('td a') !== null");
        assertAccessible();
        assertNothingWentWrong();
    }

    @Test
    void namesOfJobsStayText() throws Exception {
        Path page = jobs.run(jobs.wordCount(HOSTILE));
        browser.open(page, READY);
        assertThat(browser.evaluate("document.querySelector('h1').textContent").asText())
                .isEqualTo(HOSTILE);
        assertThat(browser.evaluate("document.title").asText()).startsWith(HOSTILE);
        assertThat(browser.evaluate("document.images.length").asInt()).isZero();
        browser.open(
                jobs.reports().resolve("index.html"), "document.querySelector('td a') !== null");
        assertThat(browser.evaluate("document.title").asText()).isEqualTo("Millrace jobs");
        assertNothingWentWrong();
    }

    @Test
    void aJobOfTenThousandTasksIsShownWhole() throws Exception {
        browser.open(jobs.run(jobs.manyTasks(10_000)), READY);
        assertThat(
                        browser.evaluate(
                                        "gantt.rows.flatMap(row => row.bars).filter(bar => bar.kind === 'MAP').length")
                                .asInt())
                .isEqualTo(10_000);
        assertNothingWentWrong();
    }

    private static String zoomTo(JsonNode attempt) {
        long start = attempt.get(3).asLong();
        long span = Math.max(10, attempt.get(4).asLong() - start);
        return "gantt.show(%d, %d); new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"
                .formatted(start, span);
    }

    /** Where the middle of an attempt is on the screen. */
    private static String middleOf(JsonNode attempt) {
        return """
        (() => {
          const canvas = byId('gantt');
          canvas.scrollIntoView();
          const row = gantt.rows.findIndex(one => one.name === data.threads[%d]);
          const box = canvas.getBoundingClientRect();
          const share = ((%d + %d) / 2 - gantt.from) / (gantt.to - gantt.from);
          return { x: box.left + Gantt.LABEL + share * (box.width - Gantt.LABEL),
                   y: box.top + Gantt.AXIS + (row + 0.5) * Gantt.ROW, left: box.left, top: box.top };
        })()\
        """
                .formatted(
                        attempt.get(2).asInt(), attempt.get(3).asLong(), attempt.get(4).asLong());
    }

    private static String colourAt(JsonNode point) {
        return "byId('gantt').getContext('2d').getImageData((%f - %f) * devicePixelRatio, (%f - %f - 7) * devicePixelRatio, 1, 1).data.join()"
                .formatted(
                        point.get("x").asDouble(),
                        point.get("left").asDouble(),
                        point.get("y").asDouble(),
                        point.get("top").asDouble());
    }

    private void hover(JsonNode point) throws Exception {
        browser.call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        "mouseMoved",
                        "x",
                        point.get("x").asDouble(),
                        "y",
                        point.get("y").asDouble()));
    }

    private void press(String key, String text) throws Exception {
        browser.call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", text));
        browser.call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    private void assertAccessible() throws Exception {
        try (InputStream in = ReportPageIT.class.getResourceAsStream(AXE)) {
            assertThat(in).as("axe-core").isNotNull();
            browser.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
        }
        JsonNode violations =
                browser.evaluate(
                        "axe.run().then(result => result.violations.map(one => one.id + ': ' + one.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | ')))");
        assertThat(violations).isEmpty();
    }

    /** No request left the machine, and the page had nothing to complain of. */
    private void assertNothingWentWrong() {
        assertThat(browser.events("Network.requestWillBeSent"))
                .extracting(event -> event.at("/params/request/url").asText())
                .isNotEmpty()
                .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"))
                .filteredOn(url -> url.startsWith("file:"))
                .allMatch(url -> url.endsWith(".html"));
        assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
        assertThat(browser.events("Runtime.consoleAPICalled")).isEmpty();
        assertThat(browser.events("Log.entryAdded"))
                .filteredOn(event -> event.at("/params/entry/level").asText().equals("error"))
                .isEmpty();
    }
}
