package io.millrace.ui.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testing.Sampled;
import io.millrace.ui.browser.Chromium;
import io.millrace.ui.browser.PageChecks;
import io.millrace.ui.browser.ShownTimeline;
import io.millrace.ui.job.FailsOnce;
import io.millrace.ui.job.ReportedJobs;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in a real browser: Debian's package chromium, or the like. */
@Sampled(oneIn = 4)
class ReportPageIT {

    private static final String READY = "document.documentElement?.dataset.ready === 'true'";
    private static final String HOSTILE =
            "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";

    /** Each time of a row is rounded down by itself. */
    private static final long ROUNDING_MICROS = 500;

    @TempDir Path folder;

    @TempDir Path profile;

    @AutoClose Chromium browser;

    private ReportedJobs jobs;

    @BeforeEach
    void start() throws Exception {
        jobs = new ReportedJobs(folder);
        browser = Chromium.start(profile);
    }

    @Test
    void theTimelineIsDrawnAndTellsTheTaskUnderThePointer() throws Exception {
        Job job = jobs.wordCount("words");
        browser.open(jobs.run(job), READY);
        for (JsonNode attempt : jobs.json(job).get("attempts")) {
            new ShownTimeline(browser).assertTells(attempt);
        }
        assertNothingWentWrong();
    }

    @Test
    void theKeyboardGoesFromAttemptToAttemptAndZooms() throws Exception {
        browser.open(jobs.run(jobs.wordCount("words")), READY);
        browser.evaluate("byId('gantt').focus()");
        browser.press("ArrowRight", "");
        String first = browser.evaluate("byId('selected').textContent").asText();
        browser.press("ArrowDown", "");
        String below = browser.evaluate("byId('selected').textContent").asText();
        assertThat(first).startsWith("map-").contains("on map slot 1");
        assertThat(below).isNotEqualTo(first).contains(" on ");
        browser.press("+", "+");
        assertThat(browser.evaluate("gantt.to - gantt.from < gantt.whole").asBoolean()).isTrue();
        browser.press("0", "0");
        assertThat(browser.evaluate("gantt.to - gantt.from === gantt.whole").asBoolean()).isTrue();
        assertNothingWentWrong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void anyoneCanReadThePages(String scheme) throws Exception {
        Job job = jobs.wordCount("words");
        job.setMapperClass(FailsOnce.class);
        Path page = jobs.run(job);
        browser.prefer(scheme);
        browser.open(page, READY);
        browser.evaluate(
                "document.querySelectorAll('details').forEach(one => { one.open = true; })");
        new PageChecks(browser).assertAccessible();
        browser.open(
                jobs.reports().resolve("index.html"), "document.querySelector('td a') !== null");
        new PageChecks(browser).assertAccessible();
        assertNothingWentWrong();
    }

    @Test
    void chartsFollowThePageFromTheDarkToTheLight() throws Exception {
        browser.prefer("dark");
        browser.open(jobs.run(jobs.wordCount("words")), READY);
        String inks = "[...charts.values()].map(one => one.scales.x.options.ticks.color)";
        String soft =
                "getComputedStyle(document.documentElement).getPropertyValue('--soft').trim()";
        String dark = browser.evaluate(soft).asText();
        assertThat(browser.evaluate(inks)).isNotEmpty().allMatch(ink -> ink.asText().equals(dark));
        browser.prefer("light");
        browser.await(soft + " !== '" + dark + "'");
        String light = browser.evaluate(soft).asText();
        browser.await(inks + ".every(ink => ink === '" + light + "')");
        assertNothingWentWrong();
    }

    /** As {@code explain} shows them, which leaves out a fraction that is none. */
    @Test
    void thePlanShowsBytesInTheirUnit() throws Exception {
        Job job = jobs.wordCount("words");
        job.getConfiguration().set("millrace.sort.split.size", "512k");
        browser.open(jobs.run(job), READY);
        assertThat(browser.evaluate("byId('plan').textContent").asText())
                .contains("sort.split.size512 KBset by millrace.sort.split.size");
        assertNothingWentWrong();
    }

    /** The bars of attempts less the pieces in them are what is painted as overhead. */
    @Test
    void theTimelinePaintsTheOverheadOfTheBreakdown() throws Exception {
        browser.open(jobs.run(jobs.wordCount("words")), READY);
        String painted =
                "gantt.rows.flatMap(row => row.bars).filter(bar => bar.outcome !== '').reduce((sum, bar) => sum + bar.end - bar.start - bar.spans.reduce((s, one) => s + one.took, 0), 0)";
        String said = "data.breakdown.reduce((sum, slot) => sum + slot.OVERHEAD, 0)";
        assertThat(browser.evaluate(painted).asLong())
                .isCloseTo(browser.evaluate(said).asLong(), within(ROUNDING_MICROS));
        assertNothingWentWrong();
    }

    @Test
    void theAddressSelectsAnAttemptAndTheOrderOfTheTable() throws Exception {
        Path page = jobs.run(jobs.wordCount("words"));
        browser.open(page.toUri() + "#task=map-1.0&sort=-duration&filter=map", READY);
        String first = "document.querySelector('#tasks tbody td').textContent";
        assertThat(browser.evaluate("gantt.selected.who").asText()).isEqualTo("map-1.0");
        assertThat(browser.evaluate("byId('tasks-filter').value").asText()).isEqualTo("map");
        assertThat(browser.evaluate("document.querySelectorAll('#tasks tbody tr').length").asInt())
                .isEqualTo(3);
        assertThat(browser.evaluate(first).asText())
                .isEqualTo(
                        browser.evaluate(
                                        "data.attempts.filter(row => row[1] === 'MAP').sort((a, b) => (b[4] - b[3]) - (a[4] - a[3]))[0][0]")
                                .asText());
        browser.evaluate(
                "document.querySelector('#tasks th button').focus(); document.activeElement.click()");
        assertThat(browser.evaluate(first).asText()).isEqualTo("map-0.0");
        assertThat(browser.evaluate("location.hash").asText())
                .isEqualTo("#task=map-1.0&sort=attempt&filter=map");
        browser.evaluate("document.querySelector('#tasks tbody a').click()");
        browser.await("gantt.selected.who === 'map-0.0'");
        assertNothingWentWrong();
    }

    @Test
    void theSearchBoxLeavesTheCountersThatMatch() throws Exception {
        browser.open(jobs.run(jobs.wordCount("words")), READY);
        browser.evaluate(
                "byId('counters-filter').value = 'INPUT rec'; byId('counters-filter').dispatchEvent(new Event('input'))");
        assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('#counters td:first-child')].map(cell => cell.textContent)"))
                .extracting(JsonNode::asText)
                .contains("Map input records", "Reduce input records")
                .allMatch(name -> name.contains("input records"));
        assertNothingWentWrong();
    }

    @Test
    void failuresOfOneCauseAreOneEntryWithItsWholeText() throws Exception {
        Job job = jobs.wordCount("words");
        job.setMapperClass(FailsOnce.class);
        browser.open(jobs.run(job), READY);
        assertThat(
                        browser.evaluate(
                                        "document.querySelectorAll('#failure-list summary').length")
                                .asInt())
                .isEqualTo(1);
        String text = browser.evaluate("byId('failure-list').textContent").asText();
        assertThat(text).startsWith("3 failed: ");
        for (JsonNode failure : jobs.json(job).get("failures")) {
            assertThat(text)
                    .contains(failure.get("attempt").asText())
                    .contains(failure.get("why").asText());
        }
        assertNothingWentWrong();
    }

    @ParameterizedTest
    @ValueSource(ints = {375, 1280})
    void noPageIsWiderThanItsWindow(int width) throws Exception {
        browser.resize(width, 800);
        Job job = jobs.wordCount("words");
        job.setMapperClass(FailsOnce.class);
        browser.open(jobs.run(job), READY);
        browser.evaluate(
                "document.querySelectorAll('details').forEach(one => { one.open = true; })");
        String overflow = "document.documentElement.scrollWidth - innerWidth";
        assertThat(browser.evaluate(overflow).asInt()).isNotPositive();
        browser.open(
                jobs.reports().resolve("index.html"), "document.querySelector('td a') !== null");
        assertThat(browser.evaluate(overflow).asInt()).isNotPositive();
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
        assertThat(browser.evaluate("document.title").asText()).isEqualTo("Millrace reports");
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

    /** No request left the machine, and the page had nothing to complain of. */
    private void assertNothingWentWrong() {
        new PageChecks(browser)
                .assertNothingWentWrong(url -> url.startsWith("file:") && url.endsWith(".html"));
    }
}
