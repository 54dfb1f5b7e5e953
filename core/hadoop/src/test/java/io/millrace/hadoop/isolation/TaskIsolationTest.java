package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.job.Jars;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who shares a static: mappers that run at the same time, or only those that do not. */
@Tag("jdk")
@Sampled(oneIn = 2)
class TaskIsolationTest {

    @TempDir Path directory;

    @BeforeEach
    void makeInputAndBarrier() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        Files.writeString(directory.resolve("in/left"), "1\n");
        Files.writeString(directory.resolve("in/right"), "2\n");
        System.getProperties().put(MeetingMapper.BARRIER, new CyclicBarrier(2));
    }

    @AfterEach
    void removeBarrier() {
        System.getProperties().remove(MeetingMapper.BARRIER);
    }

    @Test
    void mappersFromAJarDoNotShareStatics() throws Exception {
        Job job = meeting("auto");
        JobJars.bring(job, directory, MeetingMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(lines()).containsExactly("left\t1", "right\t2");
    }

    @Test
    void mappersFromTheClientsClassPathDoNotShareStaticsInSlots() throws Exception {
        assertThat(meeting("slot").waitForCompletion(false)).isTrue();
        assertThat(lines()).containsExactly("left\t1", "right\t2");
    }

    @Test
    void mappersShareStaticsIfToldTo() throws Exception {
        Job job = meeting("none");
        JobJars.bring(job, directory, MeetingMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        List<String> lines = lines();
        assertThat(lines.get(0).replaceAll("\t.*", ""))
                .isEqualTo(lines.get(1).replaceAll("\t.*", ""));
    }

    /** As in test suites that submit jobs whose jar is made of the suite's own classes. */
    @Test
    void whatTasksLeaveInStaticsOfAClassThatTheClientHasTooIsThereForTheClient() throws Exception {
        CollectingMapper.SEEN.clear();
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, CollectingMapper.class);
        job.setJar(Jars.repeat(directory, CollectingMapper.class).toString());
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(CollectingMapper.SEEN).containsExactlyInAnyOrder("1", "2");
    }

    /** By turns, so that the second waits for the first, silently, for longer than it may. */
    @Test
    void waitingForATurnIsNoHang() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.map.threads", "2");
        conf.setInt("mapreduce.task.timeout", 1000);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 100);
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, PatientMapper.class);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(job.getCounters().findCounter("patient", "done").getValue()).isEqualTo(1 + 2);
    }

    private Job meeting(String isolation) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.task.isolation", isolation);
        conf.set("millrace.map.threads", "2");
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, MeetingMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    private List<String> lines() throws Exception {
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .flatMap(file -> {
                        try {
                            return Files.readAllLines(file).stream();
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .sorted()
                    .toList();
        }
    }
}
