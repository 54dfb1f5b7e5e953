package io.millrace.ui.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.engine.trace.Phase;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.ui.job.CannotBeSetUp;
import io.millrace.ui.job.FailsOnce;
import io.millrace.ui.job.ReportedJobs;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the reports of real jobs say. */
class ReportTest {

    private static final String HOSTILE =
            "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

    /** Each time of a row is rounded down by itself. */
    private static final long ROUNDING_MICROS = 200;

    @TempDir Path folder;

    private ReportedJobs jobs;

    @BeforeEach
    void open() {
        jobs = new ReportedJobs(folder);
    }

    @Test
    void aReportHasEveryAttemptWithItsPhases() throws Exception {
        Job job = jobs.wordCount("words");
        jobs.run(job);
        JsonNode report = jobs.json(job);
        assertThat(report.at("/job/state").asText()).isEqualTo("SUCCEEDED");
        assertThat(texts(report.get("attempts"), 0))
                .containsExactlyInAnyOrder(
                        "map-0.0", "map-1.0", "map-2.0", "reduce-0.0", "reduce-1.0");
        assertThat(report.get("attempts"))
                .allSatisfy(attempt -> {
                    assertThat(attempt.get(3).asLong()).isNotNegative();
                    assertThat(attempt.get(4).asLong())
                            .isGreaterThanOrEqualTo(attempt.get(3).asLong())
                            .isLessThanOrEqualTo(report.at("/job/elapsedMicros").asLong());
                });
        List<String> spans = new ArrayList<>();
        report.get("spans")
                .forEach(span -> spans.add(span.get(0).asText() + " " + span.get(1).asText()));
        assertThat(spans).contains("MAP map-2.0", "REDUCE reduce-1.0", "COMMIT reduce-0.0");
        assertThat(texts(report.get("attempts"), 8)).allMatch(cpu -> Long.parseLong(cpu) > 0);
        // A job so short may be over before the sampler sees what it reads or writes.
        for (JsonNode phase : report.get("phases")) {
            switch (phase.get("phase").asText()) {
                case "READ" -> assertThat(phase.get("records").asInt()).isEqualTo(1500);
                case "WRITE" -> assertThat(phase.get("records").asInt()).isEqualTo(502);
                default -> assertThat(phase.get("records").asInt()).isNotNegative();
            }
        }
    }

    @Test
    void theKeysWithTheMostBytesAreNamedWithTheirSharesOfTheInput() throws Exception {
        Job job = jobs.wordCount("words");
        jobs.run(job);
        List<JsonNode> keys = new ArrayList<>();
        jobs.json(job).get("hotKeys").forEach(keys::add);
        assertThat(keys)
                .extracting(key -> key.get("key").asText() + " " + key.get("records").asText())
                .startsWith("number 1500", "line 1500");
        assertThat(keys.get(0).get("bytes").asInt()).isEqualTo(1500 * (1 + 6 + 4));
        assertThat(keys.get(0).get("ofAll").asDouble()).isBetween(0.3, 0.5);
        assertThat(keys.get(0).get("oversized").asBoolean()).isFalse();
    }

    /** What the page paints: the pieces in their colours, and the rest of attempts as overhead. */
    @Test
    void theTimelineDividesTheTimeAsTheBreakdownDoes() throws Exception {
        Job job = jobs.wordCount("words");
        job.setCombinerClass(IntSumReducer.class);
        jobs.run(job);
        JsonNode report = jobs.json(job);
        for (int thread = 0; thread < report.get("threads").size(); thread++) {
            Map<String, Long> painted = painted(report, thread);
            JsonNode parts = report.get("breakdown").get(thread);
            assertThat(parts.get("thread")).isEqualTo(report.get("threads").get(thread));
            for (Part part : Part.values()) {
                if (part != Part.IDLE) {
                    assertThat(painted.getOrDefault(part.name(), 0L))
                            .as("%s of %s", part, parts.get("thread"))
                            .isCloseTo(parts.get(part.name()).asLong(), within(ROUNDING_MICROS));
                }
            }
        }
    }

    private static Map<String, Long> painted(JsonNode report, int thread) {
        Map<String, Long> painted = new HashMap<>();
        for (JsonNode attempt : report.get("attempts")) {
            if (attempt.get(2).asInt() == thread) {
                long micros = attempt.get(4).asLong() - attempt.get(3).asLong();
                painted.merge(Part.OVERHEAD.name(), micros, Long::sum);
            }
        }
        boolean attempts = !painted.isEmpty();
        long end = 0;
        for (JsonNode span : report.get("spans")) {
            if (span.get(2).asInt() != thread) {
                continue;
            }
            long micros = span.get(4).asLong() - span.get(3).asLong();
            assertThat(span.get(3).asLong()).as("start of %s", span).isGreaterThanOrEqualTo(end);
            end = span.get(4).asLong();
            painted.merge(Part.of(Phase.valueOf(span.get(0).asText())).name(), micros, Long::sum);
            if (attempts) {
                painted.merge(Part.OVERHEAD.name(), -micros, Long::sum);
            }
        }
        return painted;
    }

    @Test
    void countersPlanAndConfigurationAreTheJobsOwn() throws Exception {
        Job job = jobs.wordCount("words");
        job.getConfiguration().set("millrace.shuffle.kind", "push");
        job.getConfiguration().set("millrace.sort.split.size", "512k");
        job.getConfiguration().set("test.password", "open sesame");
        job.getConfiguration().set("test.url", "jdbc:x:y?user=z&password=open sesame&ssl=true");
        Path page = jobs.run(job);
        JsonNode report = jobs.json(job);
        long records = job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
        assertThat(report.findValues("counters").toString())
                .contains("{\"name\":\"Map output records\",\"value\":" + records + "}");
        assertThat(report.get("plan").toString())
                .contains("{\"name\":\"shuffle.kind\",\"value\":\"PUSH\",\"reason\"")
                .contains("{\"name\":\"sort.split.size\",\"value\":\"524288\",\"unit\":\"bytes\"");
        assertThat(report.get("configuration").toString())
                .contains("{\"key\":\"millrace.shuffle.kind\",\"value\":\"push\",\"default\":\"\"}")
                .contains("test.password")
                .contains("user=z&password=<redacted>&ssl=true")
                .doesNotContain("mapreduce.task.io.sort.mb")
                // Millrace's own, unlike what the job sets.
                .doesNotContain("pollinterval");
        assertThat(page).content().doesNotContain("open sesame");
        assertThat(page.resolveSibling("report.json")).content().doesNotContain("open sesame");
    }

    @Test
    void thePlanSaysWhichFastPathsAreTakenAndWhyOthersAreNot() throws Exception {
        Job quick = jobs.wordCount("words");
        jobs.run(quick);
        assertThat(chosen(jobs.json(quick)))
                .contains(
                        entry("splits", "3"),
                        entry("task.runner", "FAST"),
                        entry("input.reader", "quick"),
                        entry("output.writer", "quick"),
                        entry("key.order", "by prefix"),
                        entry("combiner.calls", "none"),
                        entry("namespace", "none"),
                        entry("output.committer", "FileOutputCommitter"));
        assertThat(jobs.json(quick).at("/splits/count").asInt()).isEqualTo(3);
        Job plain = jobs.wordCount("words");
        plain.setCombinerClass(IntSumReducer.class);
        plain.getConfiguration().set("millrace.fast.paths", "false");
        jobs.run(plain);
        assertThat(chosen(jobs.json(plain)))
                .contains(
                        entry("input.reader", "Hadoop's"),
                        entry("output.writer", "Hadoop's"),
                        entry("key.order", "by comparator"),
                        entry("combiner.calls", "once for each spill"));
        assertThat(jobs.json(plain).get("plan").findValuesAsText("reason"))
                .contains("millrace.fast.paths is false");
    }

    @Test
    void ofAnInputThatIsPartlyCompressedThePlanSaysWhatIsReadByWhom() throws Exception {
        Job job = jobs.wordCount("words");
        Path more = folder.resolve("input").resolve("more.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(more))) {
            out.write("some words".getBytes(StandardCharsets.UTF_8));
        }
        jobs.run(job);
        JsonNode report = jobs.json(job);
        assertThat(chosen(report)).contains(entry("input.reader", "quick for some"));
        assertThat(report.get("plan").findValuesAsText("reason"))
                .contains(
                        "of 4 splits examined, Hadoop's classes read 1: more.txt.gz is compressed");
        assertThat(report.get("paths").toString())
                .contains("{\"name\":\"input.reader\",\"quick\":3,\"tasks\":4}");
    }

    @Test
    void hitsAndMissesOfTheInputCacheAreInTheReport() throws Exception {
        Job first = jobs.wordCount("words");
        Job second = jobs.wordCountAgain("words again");
        for (Job job : List.of(first, second)) {
            job.getConfiguration().set("millrace.input.cache", "true");
        }
        jobs.awaitOldInput();
        jobs.run(first);
        jobs.run(second);
        JobTable.of(MillraceProcess.current()).inputs().clear();
        assertThat(chosen(jobs.json(second))).contains(entry("input.cache", "on"));
        assertThat(counters(jobs.json(first))).containsEntry("Splits read", 3);
        assertThat(counters(jobs.json(second)))
                .containsEntry("Splits from memory", 3)
                .doesNotContainKey("Splits read");
    }

    private static Map<String, Integer> counters(JsonNode report) {
        Map<String, Integer> values = new HashMap<>();
        report.get("counters")
                .forEach(group ->
                        group.get("counters")
                                .forEach(counter ->
                                        values.put(
                                                counter.get("name").asText(),
                                                counter.get("value").asInt())));
        return values;
    }

    private static Map<String, String> chosen(JsonNode report) {
        Map<String, String> values = new HashMap<>();
        report.get("plan")
                .forEach(choice ->
                        values.put(choice.get("name").asText(), choice.get("value").asText()));
        return values;
    }

    @Test
    void thePageHoldsTheSameDataAndNothingOfAHostileNameIsMarkup() throws Exception {
        Job job = jobs.wordCount(HOSTILE);
        Path page = jobs.run(job);
        String html = Files.readString(page);
        Matcher data = DATA.matcher(html);
        assertThat(data.find()).isTrue();
        assertThat(new ObjectMapper().readTree(data.group(1))).isEqualTo(jobs.json(job));
        assertThat(jobs.json(job).at("/job/name").asText()).isEqualTo(HOSTILE);
        assertThat(html).doesNotContain("<script>alert").doesNotContain("<img src=x");
        assertThat(jobs.reports().resolve("index.html"))
                .content()
                .contains("alert(1)")
                .doesNotContain("<script>alert")
                .doesNotContain("<img src=x");
    }

    @Test
    void nothingInAPageIsToBeLoaded() throws Exception {
        Path page = jobs.run(jobs.wordCount("words"));
        assertThat(page)
                .content()
                .contains("default-src 'none'")
                .doesNotContainPattern("<(script|img|link|iframe)[^>]*(src|href)=\"(?!data:)")
                .doesNotContain("sourceMappingURL");
    }

    @Test
    void whatFailedIsThereWithItsMessage() throws Exception {
        Job job = jobs.wordCount("fails once");
        job.setMapperClass(FailsOnce.class);
        jobs.run(job);
        JsonNode report = jobs.json(job);
        assertThat(report.get("lostAttempts").asInt()).isEqualTo(3);
        assertThat(report.get("failures"))
                .allSatisfy(failure -> {
                    assertThat(failure.get("outcome").asText()).isEqualTo("FAILED");
                    assertThat(failure.get("why").asText()).contains(FailsOnce.MESSAGE);
                });
        assertThat(texts(report.get("attempts"), 5)).contains("FAILED", "SUCCEEDED");
        assertThat(jobs.page(job)).content().doesNotContain("<img src=x");
    }

    @Test
    void aJobThatFailsHasAReportThatSaysWhy() throws Exception {
        Job job = jobs.wordCount("fails");
        job.setMapperClass(FailsOnce.class);
        job.setMaxMapAttempts(1);
        assertThat(job.waitForCompletion(false)).isFalse();
        JsonNode report = jobs.json(job);
        assertThat(report.at("/job/state").asText()).isEqualTo("FAILED");
        assertThat(report.at("/job/why").asText()).contains(FailsOnce.MESSAGE);
        assertThat(report.at("/job/cause").asText())
                .as("as on the terminal")
                .contains(FailsOnce.MESSAGE)
                .doesNotContain("\n");
        assertThat(report.at("/job/place").asText()).contains("_m_", ", record ");
    }

    @Test
    void aJobThatFailsBeforeItsTasksStartHasAReportThatSaysWhy() throws Exception {
        Job job = jobs.wordCount("cannot be set up");
        job.setOutputFormatClass(CannotBeSetUp.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        JsonNode report = jobs.json(job);
        assertThat(report.at("/job/state").asText()).isEqualTo("FAILED");
        assertThat(report.at("/job/why").asText())
                .contains("Job setup failed", CannotBeSetUp.MESSAGE);
        assertThat(report.get("attempts")).isEmpty();
        assertThat(report.get("plan")).isEmpty();
        assertThat(report.at("/job/advice").asText()).isEmpty();
        assertThat(report.get("configuration").toString()).contains("cannot be set up");
        assertThat(jobs.reports().resolve("index.html"))
                .content()
                .contains(job.getJobID().toString());
    }

    @Test
    void theReportsOfADirectoryHaveOneIndexAndOnlyTheirOwnerMayReadIt() throws Exception {
        Job first = jobs.wordCount("first");
        Job second = jobs.wordCount("second");
        jobs.run(first);
        Path page = jobs.run(second);
        Path index = jobs.reports().resolve("index.html");
        assertThat(index)
                .content()
                .containsSubsequence(second.getJobID().toString(), first.getJobID().toString());
        for (Path file : List.of(index, page, page.resolveSibling("report.json"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void theIndexListsReportsOfOtherProcessesAndNoneThatWasDeleted() throws Exception {
        Job gone = jobs.wordCount("gone");
        Path page = jobs.run(gone);
        Path other = Files.createDirectories(jobs.reports().resolve("job_1_0001"));
        String report =
                Files.readString(page.resolveSibling("report.json"))
                        .replace(gone.getJobID().toString(), "job_1_0001");
        Files.writeString(other.resolve("report.json"), report);
        Files.createDirectories(jobs.reports().resolve("job_1_0002"));
        Files.delete(page);
        Files.delete(page.resolveSibling("report.json"));
        Files.delete(page.getParent());
        Job last = jobs.wordCount("last");
        jobs.run(last);
        assertThat(jobs.reports().resolve("index.html"))
                .content()
                .contains(last.getJobID().toString(), "job_1_0001")
                .doesNotContain(gone.getJobID().toString(), "job_1_0002");
    }

    @Test
    void aReportHasThePreviousSuccessfulRunOfTheSameName() throws Exception {
        Path history = folder.resolve("history");
        List<Job> runs =
                List.of(jobs.wordCount("words"), jobs.wordCount("others"), jobs.wordCount("words"));
        for (Job job : runs) {
            job.getConfiguration().set("millrace.history.dir", history.toString());
            jobs.run(job);
        }
        JsonNode previous = jobs.json(runs.get(2)).get("previous");
        assertThat(previous.at("/job/id").asText()).isEqualTo(runs.get(0).getJobID().toString());
        assertThat(previous.get("phases")).isEqualTo(jobs.json(runs.get(0)).get("phases"));
        assertThat(previous.has("spans")).isFalse();
        assertThat(jobs.json(runs.get(1)).has("previous")).isFalse();
    }

    @Test
    void aRunOverAnotherInputIsNotComparedWith() throws Exception {
        Path history = folder.resolve("history");
        Job last = null;
        for (int lines : new int[] {500, 1500}) {
            last = jobs.wordCountOf("words", lines);
            last.getConfiguration().set("millrace.history.dir", history.toString());
            jobs.run(last);
        }
        assertThat(jobs.json(last).has("previous")).isFalse();
    }

    @Test
    void theAdviceNamesSlotsThatHadNothingToDo() throws Exception {
        Job job = jobs.heldWordCount("three tasks");
        job.getConfiguration().set("millrace.map.threads", "4");
        job.submit();
        long worthAdvice = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_500);
        while (System.nanoTime() < worthAdvice || job.getJobState() != State.RUNNING) {
            Thread.onSpinWait();
        }
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(jobs.json(job).at("/job/advice").asText()).contains("3 map tasks for 4 slots");
    }

    @Test
    void withoutTheKeyThereIsNoReport() throws Exception {
        Job job = jobs.wordCount("quiet");
        job.getConfiguration().unset("millrace.report.dir");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(jobs.reports()).doesNotExist();
    }

    @Test
    void aReportThatCannotBeWrittenFailsNoJob() throws Exception {
        Job job = jobs.wordCount("unreported");
        Files.writeString(jobs.reports(), "a file where the directory should be");
        assertThat(job.waitForCompletion(false)).isTrue();
    }

    private static List<String> texts(JsonNode rows, int column) {
        List<String> texts = new ArrayList<>();
        rows.forEach(row -> texts.add(row.get(column).asText()));
        return texts;
    }
}
