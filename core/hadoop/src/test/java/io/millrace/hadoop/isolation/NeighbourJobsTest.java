package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of several jobs that run in one client at the same time, and change its state. */
@Timeout(120)
@Sampled(oneIn = 3)
class NeighbourJobsTest {

    private static final int TASKS = 2;

    @TempDir Path directory;

    private final TimeZone zone = TimeZone.getDefault();

    @BeforeEach
    void makeLatch() {
        System.getProperties().put(NeighbourMapper.LATCH, new CountDownLatch(2 * TASKS));
    }

    @AfterEach
    void removeLatch() {
        System.getProperties().remove(NeighbourMapper.LATCH);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoAtATime(boolean bothSet) throws Exception {
        Job one = job("one", true);
        Job other = job("other", bothSet);
        JobJars.bring(one, directory, NeighbourMapper.class);
        JobJars.bring(other, directory, NeighbourMapper.class);
        requireRight(one, other);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("other/out")).hasSize(TASKS * 3).containsOnly("right");
    }

    @Test
    void aJobWhoseClassesTheClientHasBesideAnother() throws Exception {
        Job one = job("one", true);
        Job other = job("other", false);
        JobJars.bring(other, directory, NeighbourMapper.class);
        requireRight(one, other);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("other/out")).hasSize(TASKS * 3).containsOnly("right");
    }

    /** Neither does a task wait for a job that waits for it, nor two such tasks for each other. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobsOfTasks(boolean late) throws Exception {
        Job job = job("one", true);
        job.getConfiguration().setBoolean(NeighbourMapper.SETS_LATE, late);
        job.getConfiguration().set(NeighbourMapper.BELOW, directory.resolve("below").toString());
        JobJars.bring(job, directory, NeighbourMapper.class);
        requireRight(job);
        assertThat(words("one/out")).hasSize(TASKS * 3).containsOnly("right");
        assertThat(words("below")).hasSize(TASKS * TASKS * 3).containsOnly("right");
    }

    /** Neither does a task wait for steps of a job that waits for it, whose tasks take no turns. */
    @Test
    void jobsOfTasksInProcesses() throws Exception {
        Job job = job("one", true);
        job.getConfiguration().set(NeighbourMapper.BELOW, directory.resolve("below").toString());
        job.getConfiguration().set(NeighbourMapper.BELOW_ISOLATION, "process");
        JobJars.bring(job, directory, NeighbourMapper.class);
        requireRight(job);
        assertThat(words("below")).hasSize(TASKS * TASKS * 3).containsOnly("right");
    }

    private void requireRight(Job... jobs) throws Exception {
        for (Job job : jobs) {
            job.submit();
        }
        for (Job job : jobs) {
            assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        }
        assertThat(System.getProperty(NeighbourMapper.KEY)).isNull();
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
    }

    private Job job(String name, boolean sets) throws Exception {
        Path own = Files.createDirectory(directory.resolve(name));
        Files.createDirectory(own.resolve("in"));
        for (int i = 0; i < TASKS; i++) {
            Files.writeString(own.resolve("in").resolve("file" + i), "1\n2\n3\n");
        }
        JobConf conf = ClientConf.in(directory);
        conf.setBoolean(NeighbourMapper.SETS, sets);
        conf.setInt("millrace.map.threads", 2 * TASKS);
        Job job = ClientConf.mapOnly(conf, own, NeighbourMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    private List<String> words(String output) throws Exception {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory.resolve(output))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("part-")) {
                    Files.readAllLines(file).forEach(line -> all.add(line.replaceAll("\\t.*", "")));
                }
            }
        }
        return all;
    }
}
