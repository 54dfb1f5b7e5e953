package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a process one of whose tasks ends it. */
@Tag("jdk")
class TaskExitTest {

    @TempDir Path directory;

    /** Runs the job on the class path, and says how it ended, which nobody is to hear. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Job job = exiting(Path.of(args[0]), ExitingMapper.How.SYSTEM);
            System.exit(job.waitForCompletion(false) ? 0 : 1);
        }
    }

    @ParameterizedTest
    @EnumSource(ExitingMapper.How.class)
    void inAJobWithAJarItFailsTheAttempt(ExitingMapper.How how) throws Exception {
        Job job = exiting(directory, how);
        JobJars.bring(job, directory, ExitingMapper.class);
        job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("The job's code called")
                .containsPattern("(exit|halt|terminate)\\(5")
                .contains("attempt_");
    }

    @Test
    void theTaskIsTriedAgain() throws Exception {
        Job job = exiting(directory, ExitingMapper.How.SYSTEM);
        JobJars.bring(job, directory, ExitingMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getTaskCompletionEvents(0)).hasSize(2);
    }

    @Test
    void onTheClassPathTheProcessEndsAndSaysWhoDidIt() throws Exception {
        Path log = directory.resolve("log");
        Process process = ChildJvm.start(log, List.of(), Driver.class, directory);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(5);
        assertThat(Files.readString(log))
                .contains("A task called System.exit")
                .contains(ExitingMapper.class.getName() + ".setup")
                .containsPattern("with it job_\\d+_\\d+");
    }

    private static Job exiting(Path directory, ExitingMapper.How how) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setEnum(ExitingMapper.HOW, how);
        conf.setInt("mapreduce.task.exit.timeout", 1000);
        return ClientConf.mapOnly(conf, directory, ExitingMapper.class);
    }
}
