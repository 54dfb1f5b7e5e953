package io.millrace.ui.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ui.job.ReportedJobs;
import io.millrace.ui.live.RawHttp.Answer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Prometheus reads. */
@Tag("jdk")
class MetricsTest {

    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_]+)(\\{[a-z]+=\"[^\"]+\"\\})? (\\S+)");

    @TempDir Path folder;

    private ReportedJobs jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new ReportedJobs(folder);
        jobs.run(LiveProcess.shown(jobs.wordCount("opens the page")));
    }

    @Test
    void everyMetricHasItsHelpAndItsTypeAndCountersTheirSuffix() throws Exception {
        Answer answer = scrape();
        assertThat(answer.head())
                .containsIgnoringCase("Content-Type: text/plain; version=0.0.4; charset=utf-8");
        String help = "";
        String type = "";
        for (String line : answer.body().lines().toList()) {
            String[] words = line.split(" ", -1);
            if (line.startsWith("# HELP ")) {
                help = words[2];
            } else if (line.startsWith("# TYPE ")) {
                assertThat(words[2]).isEqualTo(help);
                type = words[3];
                assertThat(type).isIn("counter", "gauge");
                assertThat(help.endsWith("_total")).as(help).isEqualTo(type.equals("counter"));
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).isEqualTo(help);
                assertThat(Double.parseDouble(sample.group(3))).as(line).isNotNegative();
            }
        }
    }

    @Test
    void aJobAddsWhatItsCountersSay() throws Exception {
        Map<String, Double> before = samples();
        Job job = LiveProcess.shown(jobs.wordCount("counted"));
        jobs.run(job);
        Map<String, Double> after = samples();
        for (Map.Entry<String, TaskCounter> point :
                Map.of(
                                "map_input", TaskCounter.MAP_INPUT_RECORDS,
                                "map_output", TaskCounter.MAP_OUTPUT_RECORDS,
                                "reduce_input", TaskCounter.REDUCE_INPUT_RECORDS,
                                "reduce_output", TaskCounter.REDUCE_OUTPUT_RECORDS)
                        .entrySet()) {
            String name = "millrace_records_total{at=\"%s\"}".formatted(point.getKey());
            assertThat(after.get(name) - before.get(name))
                    .as(name)
                    .isEqualTo((double) job.getCounters().findCounter(point.getValue()).getValue());
        }
        String succeeded = "millrace_jobs_ended_total{state=\"succeeded\"}";
        assertThat(after.get(succeeded)).isEqualTo(before.get(succeeded) + 1);
        assertThat(after)
                .containsKeys(
                        "millrace_phase_seconds_total{phase=\"map\"}",
                        "millrace_phase_seconds_total{phase=\"commit\"}",
                        "millrace_memory_held_bytes",
                        "millrace_slots{kind=\"reduce\"}",
                        "millrace_file_bytes_total{direction=\"read\"}",
                        "jvm_memory_used_bytes{area=\"heap\"}",
                        "process_cpu_seconds_total");
        assertThat(after.get("millrace_memory_limit_bytes")).isPositive();
    }

    @Test
    void whatRunsAndWhatWaitsIsThereWhileItDoes() throws Exception {
        Job job = LiveProcess.shown(jobs.heldWordCount("held"));
        job.getConfiguration().setInt("mapreduce.job.reduces", 3);
        job.submit();
        Map<String, Double> now = samples();
        for (long deadline = System.nanoTime() + 60_000_000_000L;
                now.get("millrace_attempts_running{kind=\"map\"}") == 0;
                now = samples()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
        assertThat(now.get("millrace_jobs_running")).isEqualTo(1);
        assertThat(now.get("millrace_tasks_waiting{kind=\"reduce\"}")).isEqualTo(3);
        assertThat(now.get("millrace_attempts_running{kind=\"map\"}"))
                .isLessThanOrEqualTo(now.get("millrace_slots{kind=\"map\"}"));
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        Map<String, Double> after = samples();
        assertThat(after.get("millrace_jobs_running")).isZero();
        assertThat(after.get("millrace_tasks_waiting{kind=\"reduce\"}")).isZero();
    }

    @Test
    void countersNeverGoDown() throws Exception {
        Job job = LiveProcess.shown(jobs.heldWordCount("killed"));
        job.submit();
        Map<String, Double> running = samples();
        for (long deadline = System.nanoTime() + 60_000_000_000L;
                running.get("millrace_attempts_running{kind=\"map\"}") == 0;
                running = samples()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
        job.killJob();
        assertThat(job.waitForCompletion(false)).isFalse();
        Map<String, Double> after = samples();
        running.forEach((name, value) -> {
            if (name.contains("_total")) {
                assertThat(after.get(name)).as(name).isGreaterThanOrEqualTo(value);
            }
        });
    }

    private static Answer scrape() throws Exception {
        Answer answer =
                new RawHttp(LiveProcess.port())
                        .send("GET", "/metrics", "Authorization: Bearer " + LiveProcess.token());
        assertThat(answer.status()).isEqualTo(200);
        return answer;
    }

    private static Map<String, Double> samples() throws Exception {
        Map<String, Double> samples = new TreeMap<>();
        for (String line : scrape().body().lines().toList()) {
            if (!line.startsWith("#")) {
                int space = line.lastIndexOf(' ');
                samples.put(
                        line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
            }
        }
        return samples;
    }
}
