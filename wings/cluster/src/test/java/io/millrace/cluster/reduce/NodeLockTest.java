package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLockTest {

    @TempDir Path directory;

    private Path file() {
        return directory.resolve("turn");
    }

    /** Another task in its JVM, which has the turn until it is killed. */
    static final class OtherTask {

        private OtherTask() {}

        public static void main(String[] file) throws Exception {
            System.out.println(new NodeLock(Path.of(file[0])).take());
            System.in.read();
        }
    }

    @Test
    void oneTaskHasTheTurnUntilItGivesItBack() {
        try (NodeLock one = new NodeLock(file());
                NodeLock other = new NodeLock(file())) {
            assertThat(one.take()).isTrue();
            assertThat(one.take()).isTrue();
            assertThat(other.take()).isFalse();
            one.giveBack();
            assertThat(other.take()).isTrue();
            assertThat(one.take()).isFalse();
            other.close();
            other.close();
        }
        assertThat(file()).doesNotExist();
    }

    @Test
    void aTaskThatDiesGivesItsTurnBack() throws Exception {
        Process task =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                OtherTask.class.getName(),
                                file().toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (NodeLock lock = new NodeLock(file());
                BufferedReader out =
                        new BufferedReader(
                                new InputStreamReader(
                                        task.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.lines().filter("true"::equals).findFirst()).isPresent();
            assertThat(lock.take()).isFalse();
            task.destroyForcibly();
            Await.until("the turn is free", lock::take);
        } finally {
            task.destroyForcibly();
        }
    }

    @Test
    void withoutAFileEveryTaskHasATurn() throws Exception {
        Path missing = directory.resolve("missing/turn");
        for (Path file : new Path[] {missing, null}) {
            try (NodeLock one = new NodeLock(file);
                    NodeLock other = new NodeLock(file)) {
                assertThat(one.take()).isTrue();
                assertThat(other.take()).isTrue();
            }
        }
        assertThat(NodeLock.fileOf(new JobConf(false), new JobID("job", 1))).isNull();
    }

    @Test
    void tasksOfOneJobShareAFileInTheirFirstLocalDirectory() throws Exception {
        JobConf conf = new JobConf(false);
        conf.set(MRConfig.LOCAL_DIR, directory + "/one," + directory + "/two");
        assertThat(NodeLock.fileOf(conf, new JobID("cluster", 7)))
                .isEqualTo(directory.resolve("one/job_cluster_0007_millrace_turn"));
    }
}
