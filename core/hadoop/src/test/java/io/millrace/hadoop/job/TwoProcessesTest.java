package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.files.namespace.MemoryFiles;
import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.EndStep;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.client.OtherProcessProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of Millrace in one JVM have nothing in common. */
class TwoProcessesTest {

    private static final String WAITS = "test.waits";
    private static volatile CountDownLatch begun = new CountDownLatch(1);
    private static volatile CountDownLatch goOn = new CountDownLatch(1);

    @TempDir Path directory;

    private final MillraceProcess other = new MillraceProcess();

    @BeforeEach
    void serve() {
        begun = new CountDownLatch(1);
        goOn = new CountDownLatch(1);
        OtherProcessProvider.serve(other);
    }

    @AfterEach
    void end() {
        goOn.countDown();
        other.end();
        OtherProcessProvider.serve(null);
    }

    /** Maps lines to themselves, once it may. */
    public static final class WaitingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) throws InterruptedException {
            if (context.getConfiguration().getBoolean(WAITS, false)) {
                begun.countDown();
                goOn.await();
            }
        }
    }

    private Job job(String framework, String name, boolean waits) throws IOException {
        Path place = Files.createDirectories(directory.resolve(name));
        JobConf conf = ClientConf.in(place);
        conf.set("mapreduce.framework.name", framework);
        conf.setBoolean(WAITS, waits);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        Job job = ClientConf.mapOnly(conf, place, WaitingMapper.class);
        job.setNumReduceTasks(1);
        job.setMapOutputKeyClass(LongWritable.class);
        job.setMapOutputValueClass(Text.class);
        return job;
    }

    private String output(String name) throws IOException {
        return Files.readString(directory.resolve(name).resolve("out/part-r-00000"));
    }

    private static List<String> jobsOf(MillraceProcess process) {
        return JobTable.of(process).all().stream().map(job -> job.id().toString()).toList();
    }

    @Test
    void aJobIsKnownWhereItRan() throws Exception {
        Job one = job("millrace", "one", false);
        Job two = job(OtherProcessProvider.NAME, "two", false);
        assertThat(one.waitForCompletion(false)).isTrue();
        assertThat(two.waitForCompletion(false)).isTrue();
        assertThat(output("two")).isEqualTo(output("one"));
        assertThat(jobsOf(other)).containsExactly(two.getJobID().toString());
        assertThat(jobsOf(MillraceProcess.current()))
                .contains(one.getJobID().toString())
                .doesNotContain(two.getJobID().toString());
    }

    @Test
    void aProcessEndsItsOwnJobsAndNoOthers() throws Exception {
        Job two = job(OtherProcessProvider.NAME, "two", true);
        two.submit();
        begun.await();
        assertThat(leftovers("two")).isNotEmpty();
        begun = new CountDownLatch(1);
        Job one = job("millrace", "one", true);
        one.submit();
        begun.await();
        other.end();
        assertThat(two.getStatus().getState()).isEqualTo(State.KILLED);
        assertThat(JobTable.of(other).memoryHeldBytes()).isZero();
        assertThat(leftovers("two")).isEmpty();
        goOn.countDown();
        assertThat(one.waitForCompletion(false)).isTrue();
        Job late = job(OtherProcessProvider.NAME, "late", false);
        assertThatThrownBy(late::submit).hasMessageContaining("the process is ending");
    }

    /** Local directories of processes. */
    private List<Path> leftovers(String name) throws IOException {
        Path local = directory.resolve(name).resolve("tmp/mapred/local");
        try (Stream<Path> all = Files.list(local)) {
            return all.filter(path -> path.getFileName().toString().startsWith("millrace-"))
                    .toList();
        }
    }

    @Test
    void filesInMemoryAreOfOneProcess() throws Exception {
        JobConf conf = ClientConf.in(directory);
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("mem:///of-two-processes");
        MemoryFiles files = Namespaces.of(other).shared(conf);
        files.create(file, FsPermission.getFileDefault(), false, null, conf).close();
        assertThat(files.find(file, 1)).isNotNull();
        assertThat(Namespaces.of(MillraceProcess.current()).shared(conf).find(file, 1)).isNull();
    }

    @Test
    void stepsOfTheEndComeInOrderAndOnce() throws Exception {
        List<EndStep> done = new ArrayList<>();
        for (EndStep step : List.of(EndStep.LEFTOVERS, EndStep.JOBS, EndStep.NAMESPACES)) {
            other.atEnd(step, () -> done.add(step));
        }
        other.atEnd(
                EndStep.JOBS,
                () -> {
                    throw new IllegalStateException("a part fails");
                });
        other.end();
        other.end();
        assertThat(done).containsExactly(EndStep.JOBS, EndStep.NAMESPACES, EndStep.LEFTOVERS);
    }
}
