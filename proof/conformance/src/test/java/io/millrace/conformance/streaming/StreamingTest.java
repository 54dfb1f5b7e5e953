package io.millrace.conformance.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.streaming.StreamJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs whose mappers, combiners and reducers are other programs; each with Hadoop's streaming jar.
 */
class StreamingTest {

    private static final int LINES = 400;

    @TempDir Path directory;

    private Path input;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.createDirectories(directory.resolve("input"));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add(
                    "k" + i % 7 + "." + i % 13 + "." + (LINES - i) + "\tword" + i % 5 + " of line");
        }
        Files.write(input.resolve("lines.txt"), lines);
    }

    /** What a job left. */
    private record Outcome(RunningJob job, Map<String, String> files) {}

    private Outcome run(String framework, String... arguments) throws Exception {
        Path output = directory.resolve("out-" + framework);
        List<String> all =
                new ArrayList<>(List.of("-input", input.toString(), "-output", output.toString()));
        all.addAll(List.of(arguments));
        JobConf conf = StreamJob.createJob(all.toArray(String[]::new));
        conf.set("mapreduce.framework.name", framework);
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setInt("mapreduce.job.maps", 1);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        RunningJob job = new JobClient(conf).submitJob(conf);
        job.waitForCompletion();
        return new Outcome(job, job.isSuccessful() ? contents(output) : Map.of());
    }

    private static Map<String, String> contents(Path output) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().startsWith(".")) {
                    contents.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return contents;
    }

    /** Runs under both and compares; returns what Millrace made. */
    private Outcome sameAsLocal(String... arguments) throws Exception {
        Outcome local = run("local", arguments);
        Outcome millrace = run("millrace", arguments);
        assertThat(local.job().isSuccessful()).isTrue();
        assertThat(millrace.files()).isEqualTo(local.files()).containsKey("_SUCCESS");
        for (TaskCounter counter :
                List.of(
                        TaskCounter.MAP_INPUT_RECORDS,
                        TaskCounter.MAP_OUTPUT_RECORDS,
                        TaskCounter.REDUCE_OUTPUT_RECORDS)) {
            assertThat(millrace.job().getCounters().getCounter(counter))
                    .as(counter.name())
                    .isEqualTo(local.job().getCounters().getCounter(counter));
        }
        return millrace;
    }

    private Path script(String name, String text) throws IOException {
        Path script = Files.writeString(directory.resolve(name), text);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    @Test
    void shellMapperCombinerAndReducerShippedWithTheJobDoAsUnderTheLocalRunner() throws Exception {
        Path map = script("words.sh", "#!/bin/sh\ncut -f2 | tr ' ' '\\n' | sed 's/$/\t1/'\n");
        Path sum =
                script(
                        "sum.sh",
                        "#!/bin/sh\nawk -F'\\t' '{ n[$1] += $2 } END { for (w in n) print w \"\\t\" n[w] }' | sort\n");
        Outcome outcome =
                sameAsLocal(
                        "-file", map.toString(),
                        "-file", sum.toString(),
                        "-mapper", "words.sh",
                        "-combiner", "sum.sh",
                        "-reducer", "sum.sh");
        assertThat(outcome.files().get("part-00000"))
                .isEqualTo(
                        "line\t400\nof\t400\nword0\t80\nword1\t80\nword2\t80\nword3\t80\nword4\t80\n");
        assertThat(Path.of("words.sh")).doesNotExist();
    }

    @Test
    void pythonProgramsCountAndTellTheirStatus() throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeThat(python).as("no Python here; this test needs it").exists();
        Path map =
                script(
                        "map.py",
                        """
                        #!/usr/bin/python3
                        import sys
                        for line in sys.stdin:
                            key, rest = line.rstrip('\\n').split('\\t')
                            sys.stderr.write('reporter:counter:Seen,%s,2\\n' % rest.split()[0])
                            print('%s\\t%d' % (rest.split()[0], len(line)))
                        sys.stderr.write('reporter:status:all read\\n')
                        """);
        Path reduce =
                script(
                        "reduce.py",
                        """
                        #!/usr/bin/python3
                        import sys
                        from itertools import groupby
                        lines = (line.rstrip('\\n').split('\\t') for line in sys.stdin)
                        for key, group in groupby(lines, key=lambda pair: pair[0]):
                            print('%s\\t%d' % (key, sum(int(value) for _, value in group)))
                        """);
        Outcome outcome =
                sameAsLocal("-mapper", python + " " + map, "-reducer", python + " " + reduce);
        for (int i = 0; i < 5; i++) {
            assertThat(outcome.job().getCounters().findCounter("Seen", "word" + i).getValue())
                    .isEqualTo(2 * LINES / 5);
        }
    }

    /**
     * A combiner's child answers when it likes: Hadoop Streaming emits from a thread of its own.
     */
    @ParameterizedTest
    @CsvSource({"400, auto", "400, process", "60000, auto", "60000, process"})
    void aPythonCombinerCountsRightWheneverItsChildAnswers(int lines, String isolation)
            throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeThat(python).as("no Python here; this test needs it").exists();
        List<String> text = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            text.add("w" + i % 997 + " w" + i % 3 + " w" + i * 31L % 5003 + " and more words");
        }
        Files.write(input.resolve("text.txt"), text);
        Path map =
                script(
                        "map.py",
                        """
                        import sys
                        for line in sys.stdin:
                            for word in line.split():
                                print(word + '\\t1')
                        """);
        Path sum =
                script(
                        "sum.py",
                        """
                        import sys
                        from itertools import groupby
                        lines = (line.rstrip('\\n').split('\\t') for line in sys.stdin)
                        for key, group in groupby(lines, key=lambda pair: pair[0]):
                            print('%s\\t%d' % (key, sum(int(value) for _, value in group)))
                        """);
        sameAsLocal(
                "-jobconf", "millrace.task.isolation=" + isolation,
                "-mapper", python + " " + map,
                "-combiner", python + " " + sum,
                "-reducer", python + " " + sum,
                "-numReduceTasks", "2");
    }

    @Test
    void keysArePartitionedAndSortedByTheirFields() throws Exception {
        Outcome outcome =
                sameAsLocal(
                        "-jobconf", "stream.num.map.output.key.fields=1",
                        "-jobconf", "mapreduce.map.output.key.field.separator=.",
                        "-jobconf", "mapreduce.partition.keypartitioner.options=-k1,1",
                        "-jobconf", "mapreduce.partition.keycomparator.options=-k2,2n -k3,3nr",
                        "-jobconf",
                                "mapreduce.job.output.key.comparator.class="
                                        + "org.apache.hadoop.mapred.lib.KeyFieldBasedComparator",
                        "-partitioner", "org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner",
                        "-numReduceTasks", "3",
                        "-mapper", "/bin/cat",
                        "-reducer", "/bin/cat");
        assertThat(outcome.files()).containsKeys("part-00000", "part-00001", "part-00002");
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "millrace"})
    void aChildThatFailsFailsTheJobUnlessItsCodeIsNotToMatter(String framework) throws Exception {
        Path fails = script("fails.sh", "#!/bin/sh\ncat >/dev/null\nexit 3\n");
        Outcome failed =
                run(
                        framework,
                        "-jobconf",
                        "mapreduce.map.maxattempts=1",
                        "-mapper",
                        fails.toString(),
                        "-reducer",
                        "NONE");
        assertThat(failed.job().isSuccessful()).isFalse();
        if (framework.equals("millrace")) {
            assertThat(failed.job().getFailureInfo()).contains("subprocess failed with code 3");
        }
    }

    @Test
    void theCodeOfAChildMayBeIgnored() throws Exception {
        Path fails = script("fails.sh", "#!/bin/sh\ncat\nexit 3\n");
        sameAsLocal(
                "-jobconf", "stream.non.zero.exit.is.failure=false",
                "-mapper", fails.toString(),
                "-reducer", "NONE");
    }

    @Test
    void childrenSeeTheJobsSettingsAndTheirOwnVariables() throws Exception {
        Path prints =
                script(
                        "prints.sh",
                        "#!/bin/sh\ncat >/dev/null\n"
                                + "echo \"$COLOUR $mapreduce_task_partition $mapreduce_task_ismap"
                                + " $mapreduce_job_name $mapreduce_map_input_start\"\n");
        Outcome outcome =
                run(
                        "millrace",
                        "-cmdenv",
                        "COLOUR=blue",
                        "-jobconf",
                        "mapreduce.job.name=a-name",
                        "-mapper",
                        prints.toString(),
                        "-reducer",
                        "NONE");
        assertThat(outcome.files().get("part-00000").strip()).isEqualTo("blue 0 true a-name 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"typedbytes", "rawbytes"})
    void binaryRecordsGoThroughChildrenUnchanged(String io) throws Exception {
        Outcome outcome = sameAsLocal("-io", io, "-mapper", "/bin/cat", "-reducer", "/bin/cat");
        assertThat(outcome.files().get("part-00000").lines()).hasSize(LINES);
    }
}
