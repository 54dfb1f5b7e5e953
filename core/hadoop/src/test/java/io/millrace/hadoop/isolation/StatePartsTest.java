package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Sampled;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each part of a job finds the state of the process that it has set, and the client its own. */
@Sampled(oneIn = 4)
@Tag("jdk")
class StatePartsTest {

    @TempDir Path directory;

    private final TimeZone zone = TimeZone.getDefault();
    private final Locale locale = Locale.getDefault();

    @BeforeEach
    void makeInputAndLatch() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        for (String file : List.of("left", "right")) {
            Files.writeString(directory.resolve("in").resolve(file), "c\na\nb\na\nd\n");
        }
        System.getProperties().put(StateParts.LATCH, new CountDownLatch(2));
    }

    /** Splits are computed in the client's own process, whose state they may change. */
    @AfterEach
    void putBack() {
        System.getProperties().remove(StateParts.LATCH);
        System.clearProperty(StateParts.KEY);
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
    }

    static Stream<Arguments> cases() {
        return Arrays.stream(StateParts.Part.values())
                .flatMap(part ->
                        Arrays.stream(StateParts.Value.values())
                                .map(value -> Arguments.of(part, value)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ofAJar(StateParts.Part part, StateParts.Value value) throws Exception {
        Job job = job(part, value);
        JobJars.bring(job, directory, StateParts.class);
        URL jar = Path.of(job.getJar()).toUri().toURL();
        try (URLClassLoader client =
                new URLClassLoader(new URL[] {jar}, getClass().getClassLoader())) {
            job.getConfiguration().setClassLoader(client);
            requireRight(job, part);
        }
    }

    @ParameterizedTest
    @EnumSource(StateParts.Part.class)
    void onTheClientsClassPath(StateParts.Part part) throws Exception {
        StateParts.Value[] all = StateParts.Value.values();
        requireRight(job(part, all[part.ordinal() % all.length]), part);
    }

    private void requireRight(Job job, StateParts.Part part) throws Exception {
        List<@Nullable Object> before = state();
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        if (part != StateParts.Part.SPLITS) {
            assertThat(state()).isEqualTo(before);
        }
        assertThat(OutputKeys.in(directory.resolve("out")))
                .containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    private Job job(StateParts.Part part, StateParts.Value value) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.map.threads", "2");
        conf.set("millrace.reduce.threads", "2");
        conf.setInt("mapreduce.map.maxattempts", 1);
        conf.setInt("mapreduce.reduce.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, StateParts.Lines.class);
        job.setNumReduceTasks(2);
        StateParts.describe(job, part, value);
        return job;
    }

    private static List<@Nullable Object> state() {
        return Arrays.asList(
                System.getProperty(StateParts.KEY),
                TimeZone.getDefault(),
                Locale.getDefault(),
                Locale.getDefault(Locale.Category.FORMAT));
    }
}
