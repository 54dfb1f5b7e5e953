package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs in one client at the same time whose tasks change its state. */
@Timeout(120)
public abstract class NeighbourJobs {

    protected static final int TASKS = 2;

    @TempDir protected Path directory;

    private final TimeZone zone = TimeZone.getDefault();

    @BeforeEach
    void makeLatch() {
        System.getProperties().put(NeighbourMapper.LATCH, new CountDownLatch(2 * TASKS));
    }

    @AfterEach
    void removeLatch() {
        System.getProperties().remove(NeighbourMapper.LATCH);
    }

    protected void requireRight(Job... jobs) throws Exception {
        for (Job job : jobs) {
            job.submit();
        }
        for (Job job : jobs) {
            assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        }
        assertThat(System.getProperty(NeighbourMapper.KEY)).isNull();
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
    }

    protected Job job(String name, boolean sets) throws Exception {
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

    protected List<String> words(String output) throws Exception {
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
