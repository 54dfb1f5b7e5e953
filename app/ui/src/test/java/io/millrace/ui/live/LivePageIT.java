package io.millrace.ui.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.testing.Sampled;
import io.millrace.ui.browser.Chromium;
import io.millrace.ui.browser.PageChecks;
import io.millrace.ui.browser.ShownTimeline;
import io.millrace.ui.job.FailsOnce;
import io.millrace.ui.job.ReportedJobs;
import io.millrace.ui.job.ShownProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live page in a real browser: Debian's package chromium, or the like. */
@Sampled(oneIn = 4)
class LivePageIT {

    private static final String HOSTILE =
            "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
    private static final int LIMIT_SECONDS = 120;

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
    void theTimelineIsDrawnWhileTheJobRunsAndGoesOnToItsEnd() throws Exception {
        Job job = submit(jobs.heldWordCount("words"));
        open(job);
        browser.await("data.attempts.some(row => row[1] === 'MAP' && row[5] === 'RUNNING')");
        for (JsonNode attempt : browser.evaluate("data.attempts")) {
            new ShownTimeline(browser).assertTells(attempt);
            assertThat(browser.evaluate("byId('tip').textContent").asText()).contains("RUNNING");
        }
        long end = browser.evaluate("data.job.elapsedMicros").asLong();
        browser.await("data.job.elapsedMicros > " + end);
        jobs.release();
        browser.await("data.job.state === 'SUCCEEDED'");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(browser.evaluate("data").get("attempts"))
                .isEqualTo(jobs.json(job).get("attempts"));
        assertThat(browser.evaluate("document.title").asText()).startsWith("SUCCEEDED: words");
        assertThat(browser.evaluate("byId('counters').textContent").asText())
                .contains("Map input records1,500");
        assertNothingWentWrong();
    }

    @Test
    void theButtonAsksFirstAndThenKills() throws Exception {
        Job job = submit(jobs.heldWordCount("to be killed"));
        open(job);
        String button =
                "document.querySelector('button[data-job=\"%s\"]')".formatted(job.getJobID());
        browser.await(button + " !== null");
        browser.evaluate(button + ".focus()");
        browser.press("Enter", "\r");
        browser.await("byId('question').open");
        assertThat(browser.evaluate("byId('question-text').textContent").asText())
                .startsWith("Kill " + job.getJobID());
        // The answer that has the focus changes nothing.
        browser.press("Enter", "\r");
        browser.await("!byId('question').open");
        assertThat(job.isComplete()).isFalse();
        browser.evaluate(button + ".click(); byId('kill').click()");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getJobState()).isEqualTo(State.KILLED);
        browser.await("data.job.state === 'KILLED'");
        assertThat(browser.evaluate("byId('why').textContent").asText())
                .contains("kill received from the live page");
        assertThat(browser.evaluate(button + " === null").asBoolean()).isTrue();
        assertNothingWentWrong();
    }

    @Test
    void whatIsOpenAndFocusedStaysSoWhileThePageGoesOn() throws Exception {
        Job job = submit(jobs.heldWordCount("words"));
        open(job);
        browser.await("data.attempts.length > 0");
        browser.evaluate("gantt.canvas.focus()");
        browser.press("ArrowRight", "");
        browser.press("+", "+");
        String selected = browser.evaluate("gantt.selected.who").asText();
        browser.evaluate(
                "document.querySelector('details').open = true; document.querySelector('#counters [tabindex]').focus(); kept = document.activeElement");
        long seen = browser.evaluate("data.job.elapsedMicros").asLong();
        browser.await("data.job.elapsedMicros > " + seen);
        assertThat(browser.evaluate("document.querySelector('details').open").asBoolean()).isTrue();
        assertThat(browser.evaluate("document.activeElement === kept").asBoolean()).isTrue();
        assertThat(browser.evaluate("gantt.selected.who").asText()).isEqualTo(selected);
        assertThat(browser.evaluate("gantt.to - gantt.from < gantt.whole").asBoolean()).isTrue();
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        browser.await("data.job.state === 'SUCCEEDED'");
        assertNothingWentWrong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void anyoneCanReadThePage(String scheme) throws Exception {
        Job failed = jobs.wordCount("failed");
        failed.setMapperClass(FailsOnce.class);
        failed.setMaxMapAttempts(1);
        assertThat(submit(failed).waitForCompletion(false)).isFalse();
        Job job = submit(jobs.heldWordCount("runs"));
        browser.prefer(scheme);
        for (Job shown : new Job[] {job, failed}) {
            open(shown);
            browser.evaluate(
                    "document.querySelectorAll('details').forEach(one => { one.open = true; })");
            new PageChecks(browser).assertAccessible();
        }
        browser.evaluate("document.querySelector('[data-job]').click()");
        browser.await("byId('question').open");
        new PageChecks(browser).assertAccessible();
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        assertNothingWentWrong();
    }

    @Test
    void namesAndFailuresOfJobsStayText() throws Exception {
        Job job = jobs.wordCount(HOSTILE);
        job.setMapperClass(FailsOnce.class);
        assertThat(submit(job).waitForCompletion(false)).isTrue();
        open(job);
        assertThat(browser.evaluate("byId('title').textContent").asText()).isEqualTo(HOSTILE);
        assertThat(browser.evaluate("byId('failure-list').textContent").asText())
                .contains(FailsOnce.MESSAGE);
        assertThat(browser.evaluate("byId('jobs').textContent").asText()).contains(HOSTILE);
        assertThat(browser.evaluate("document.images.length").asInt()).isZero();
        assertThat(browser.evaluate("document.title").asText()).contains(HOSTILE);
        assertNothingWentWrong();
    }

    @Test
    void thePageOfAJobOfTenThousandTasksStaysSmall() throws Exception {
        Job small = submit(jobs.wordCount("small"));
        assertThat(small.waitForCompletion(false)).isTrue();
        open(small);
        int nodes = nodes();
        Job large = submit(jobs.manyTasks(10_000));
        open(large);
        assertThat(large.waitForCompletion(false)).isTrue();
        browser.await("data.job.state === 'SUCCEEDED'");
        assertThat(
                        browser.evaluate(
                                        "gantt.rows.flatMap(row => row.bars).filter(bar => bar.kind === 'MAP').length")
                                .asInt())
                .isEqualTo(10_000);
        assertThat(nodes()).isLessThan(nodes + 500);
        assertThat(browser.evaluate("byId('standing').textContent").asText())
                .startsWith("No running job");
        assertNothingWentWrong();
    }

    @Test
    void theProcessEndsThoughThePageIsOpenWhichSaysSoAndKeepsTheEnd() throws Exception {
        Path token = folder.resolve("token");
        int port = LiveProcess.freePort();
        Process process = program(port, token);
        for (long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
                !Files.exists(token);
                TimeUnit.MILLISECONDS.sleep(10)) {
            assertThat(process.isAlive()).as("the program runs").isTrue();
            assertThat(System.nanoTime()).as("the token is there").isLessThan(deadline);
        }
        browser.open(
                "http://127.0.0.1:%d/?token=%s".formatted(port, Files.readString(token)),
                "data !== null && data.job.state === 'RUNNING'");
        jobs.release();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
        assertThat(process.exitValue()).isZero();
        browser.await("document.documentElement.dataset.over === 'true'");
        assertThat(browser.evaluate("byId('standing').textContent").asText())
                .startsWith("The process has ended.");
        assertThat(browser.evaluate("data.job.state").asText()).isEqualTo("SUCCEEDED");
        assertThat(token).doesNotExist();
    }

    private Process program(int port, Path token) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShownProgram.class.getName(),
                        folder.toString(),
                        Integer.toString(port),
                        token.toString())
                .redirectOutput(folder.resolve("program.txt").toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static Job submit(Job job) throws Exception {
        LiveProcess.shown(job).submit();
        return job;
    }

    /** Opens the page with that job, which has begun. */
    private void open(Job job) throws Exception {
        String address =
                "http://127.0.0.1:%d/?token=%s#%s"
                        .formatted(LiveProcess.port(), LiveProcess.token(), job.getJobID());
        browser.call("Page.navigate", Map.of("url", "about:blank"));
        browser.open(address, "data !== null && data.job.id === '%s'".formatted(job.getJobID()));
    }

    private int nodes() throws Exception {
        return browser.evaluate("document.querySelectorAll('*').length").asInt();
    }

    /** No request went elsewhere, and the page had nothing to complain of. */
    private void assertNothingWentWrong() {
        String own = "http://127.0.0.1:" + LiveProcess.port() + "/";
        new PageChecks(browser)
                .assertNothingWentWrong(url -> url.startsWith(own) || url.equals("about:blank"));
    }
}
