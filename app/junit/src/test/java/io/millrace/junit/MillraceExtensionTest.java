package io.millrace.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.HadoopJob;
import io.millrace.hadoop.job.JobTable;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Runs test classes with the annotation, and looks at how they end. */
@Tag("jdk")
class MillraceExtensionTest {

    private static final List<Path> FOLDERS = new ArrayList<>();
    private static final List<String> SEEN = new ArrayList<>();

    @Test
    void jobsOfATestRunOnMillraceInAFolderThatGoesWithIt() {
        int before = JobTable.of(MillraceProcess.current()).submissions();
        run(RunsAJob.class, "millrace").assertStatistics(count -> count.succeeded(2).failed(0));
        assertThat(JobTable.of(MillraceProcess.current()).submissions()).isEqualTo(before + 2);
        assertThat(FOLDERS)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(folder ->
                        assertThat(Files.exists(java.nio.file.Path.of(folder.toUri()))).isFalse());
    }

    @Test
    void theSameTestsRunUnderHadoopsLocalRunnerIfAParameterSaysSo() {
        int before = JobTable.of(MillraceProcess.current()).submissions();
        run(RunsAJob.class, "local").assertStatistics(count -> count.succeeded(2).failed(0));
        assertThat(JobTable.of(MillraceProcess.current()).submissions()).isEqualTo(before);
        assertThat(failure(run(RunsAJob.class, "tez")))
                .contains("millrace.junit.framework is tez; allowed: millrace, local");
    }

    @MillraceTest
    static class RunsAJob {

        private Path before;

        @BeforeEach
        void take(Path folder) {
            before = folder;
        }

        @Test
        void withTheNewApi(Configuration configuration, Path folder) throws Exception {
            FOLDERS.add(folder);
            assertThat(folder).isEqualTo(before);
            Job job = Jobs.copying(configuration, folder);
            assertThat(job.waitForCompletion(false)).isTrue();
            assertThat(java.nio.file.Path.of(new Path(folder, "out/part-r-00000").toUri()))
                    .hasContent("0\ta line");
        }

        @Test
        void withOneConfigurationForAllParameters(
                JobConf conf, Configuration configuration, Path folder) throws Exception {
            FOLDERS.add(folder);
            assertThat(conf).isSameAs(configuration);
            assertThat(Jobs.copying(conf, folder).waitForCompletion(false)).isTrue();
        }
    }

    @Test
    void settingsOfTheMethodComeAfterThoseOfTheClassAndTheClassesAroundIt() {
        run(HasSettings.class, "millrace").assertStatistics(count -> count.succeeded(2).failed(0));
        assertThat(SEEN).containsExactlyInAnyOrder("1 2 null", "1 3 4");
        assertThat(failure(run(HasABadSetting.class, "millrace")))
                .contains("@MillraceTest has \"no equals sign\"; it takes \"key=value\"");
    }

    @MillraceTest({"a=1", "b=2"})
    static class HasSettings {

        @Test
        void ofTheClass(Configuration configuration) {
            see(configuration);
        }

        @Nested
        @MillraceTest("b=3")
        class Inner {

            @Test
            @MillraceTest("c=4")
            void ofAll(Configuration configuration) {
                see(configuration);
            }
        }

        private static void see(Configuration configuration) {
            SEEN.add(
                    configuration.get("a")
                            + " "
                            + configuration.get("b")
                            + " "
                            + configuration.get("c"));
        }
    }

    static class HasABadSetting {

        @Test
        @MillraceTest("no equals sign")
        void test() {}
    }

    @Test
    void aTestThatLeavesAJobRunningFailsAndTheJobIsKilled() {
        assertThat(failure(run(LeavesAJob.class, "millrace")))
                .contains(
                        "test(Configuration, Path) left job_",
                        "(copying) running, which was killed");
        assertThat(JobTable.of(MillraceProcess.current()).all()).allMatch(HadoopJob::ended);
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
    }

    @MillraceTest
    static class LeavesAJob {

        @Test
        void test(Configuration configuration, Path folder) throws Exception {
            Job job = Jobs.copying(configuration, folder);
            job.setMapperClass(Jobs.Waits.class);
            job.submit();
            Jobs.Waits.BEGUN.await();
        }
    }

    @Test
    void aTestThatLeavesMemoryHeldFailsAndSaysHowMuch() throws Exception {
        try {
            assertThat(failure(run(LeavesAFile.class, "millrace")))
                    .contains("of record memory held, 0 before it", "mem:");
        } finally {
            FileSystem files = FileSystem.get(LeavesAFile.FILE.toUri(), new Configuration());
            files.delete(LeavesAFile.FILE, false);
        }
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
    }

    @MillraceTest
    static class LeavesAFile {

        static final Path FILE = new Path("mem:///left");

        @Test
        void test(Configuration configuration) throws Exception {
            try (FSDataOutputStream out =
                    FileSystem.get(FILE.toUri(), configuration).create(FILE)) {
                out.writeBytes("left");
            }
        }
    }

    private static Events run(Class<?> tests, String framework) {
        FOLDERS.clear();
        SEEN.clear();
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter(TestJobs.FRAMEWORK, framework)
                .selectors(selectClass(tests))
                .execute()
                .testEvents();
    }

    private static String failure(Events events) {
        return events.failed().stream()
                .map(event ->
                        event.getRequiredPayload(
                                        org.junit.platform.engine.TestExecutionResult.class)
                                .getThrowable()
                                .orElseThrow()
                                .getMessage())
                .findFirst()
                .orElseThrow();
    }
}
