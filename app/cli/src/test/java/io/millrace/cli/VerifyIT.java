package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.CopiesFramework;
import io.millrace.cli.job.CopiesJobId;
import io.millrace.cli.job.ListsWords;
import io.millrace.cli.job.StartsProcess;
import io.millrace.cli.job.Throws;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are run twice and compared. */
@Sampled(oneIn = 4)
class VerifyIT {

    private static final Path EXAMPLES =
            Launched.dist().resolve("lib/examples/hadoop-mapreduce-examples.jar");

    @TempDir Path folder;

    private Path input;
    private Path output;
    private Path work;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.writeString(folder.resolve("input.txt"), "to be or not to be\n");
        output = folder.resolve("output");
        work = folder.resolve("kept with a blank");
    }

    @Test
    void wordCountIsTheSameAndLeavesNoOutput() throws Exception {
        Launched run = verify(EXAMPLES, "wordcount", input, output).succeeded();

        assertThat(run.out())
                .contains(
                        "Compared: exit codes, 1 job with counters, 2 files.", "Nothing differs.");
        assertThat(output).doesNotExist();
        String result = "be\t2\nnot\t1\nor\t1\nto\t2\n";
        assertThat(work.resolve("local/output/1-output/part-r-00000")).hasContent(result);
        assertThat(work.resolve("millrace/output/1-output/part-r-00000")).hasContent(result);
        assertThat(work.resolve("local/log")).content().contains("job_local");
        assertThat(work.resolve("millrace/log")).content().doesNotContain("job_local");
    }

    @Test
    void aProgramOfSeveralJobsThatReadsTheirOutputWorksUnderBoth() throws Exception {
        // Words that are equally frequent come in any order.
        Launched run =
                new Launcher(folder)
                        .run(
                                "verify",
                                "--any-order",
                                "jar",
                                EXAMPLES,
                                "grep",
                                input,
                                output,
                                "[a-z]+")
                        .succeeded();

        assertThat(run.out())
                .contains(
                        "Compared: exit codes, 2 jobs with counters, 2 files.", "Nothing differs.");
    }

    @Test
    void anotherOrderOfEqualKeysIsFoundOut() throws Exception {
        Files.writeString(input, "v01\tk\nv02\tk\nv03\tk\n");
        Path jar = JobJars.runnable(folder, ListsWords.class);

        Launched run = verify(jar, input, output).endedWith(4);

        assertThat(run.out())
                .contains(
                        "record 1, at byte 0, is 'k\\tv01,v02,v03\\n',"
                                + " expected 'k\\tv03,v02,v01\\n'",
                        "The reason is the order of values with equal keys",
                        "with millrace.sort.ties=hadoop nothing differs");
        assertThat(output).doesNotExist();
    }

    @Test
    void whatDiffersUnderMillraceOnlyIsAFailure() throws Exception {
        Path jar = JobJars.runnable(folder, CopiesFramework.class);

        Launched run = verify(jar, input, output).endedWith(1);

        assertThat(run.out())
                .contains(
                        "record 1, at byte 0, is 'another\\n', expected 'local\\n'",
                        "Two runs under Hadoop's local runner agree: only Millrace differs.")
                .doesNotContain("The reason", "not deterministic");
    }

    @Test
    void whatDiffersIsPrintedAndAJobThatIsNotDeterministicFoundOut() throws Exception {
        Path jar = JobJars.runnable(folder, CopiesJobId.class);

        Launched run = verify(jar, input, output).endedWith(5);

        assertThat(run.out())
                .contains(
                        "file 1-output/part-m-00000 has 1 records, expected 1; record 1, at byte 0, is"
                                + " 'job_",
                        "counter copies:",
                        "The job is not deterministic: two runs under Hadoop's local runner differ,",
                        "Outputs and logs of all runs are in " + work)
                .doesNotContain("Nothing differs");
    }

    @Test
    void aJobThatChoosesItsFrameworkIsNotVerified() throws Exception {
        Launched run =
                verify(EXAMPLES, "wordcount", "-D", "mapreduce.framework.name=local", input, output)
                        .endedWith(1);

        assertThat(run.out()).contains("neither run was seen to end a job");
    }

    @Test
    void twoRunsThatFailAreAFailureWithBothCauses() throws Exception {
        Path jar = JobJars.runnable(folder, Throws.class);

        Launched run = verify(jar, "missing").endedWith(1);

        assertThat(run.out())
                .contains(
                        "Both runs failed, so there is no result to compare.",
                        "Hadoop's local runner: ",
                        "Millrace: ",
                        "File /no/such/input does not exist",
                        "logs of all runs are in " + work)
                .doesNotContain("Nothing differs");
    }

    @Test
    void aVerificationThatIsKilledLeavesNoProcessAndNoTemporaryFile() throws Exception {
        Path jar = JobJars.runnable(folder, StartsProcess.class);
        Path id = folder.resolve("id");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Process verify =
                new Launcher(folder)
                        .with("MILLRACE_OPTS", "-Djava.io.tmpdir=" + temporary)
                        .start(
                                folder.resolve("out"),
                                folder.resolve("err"),
                                "verify",
                                "jar",
                                jar,
                                id);
        Instant deadline = Instant.now().plus(Duration.ofMinutes(1));
        while (!Files.exists(id)) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
        assertThat(temporary).isNotEmptyDirectory();
        ProcessHandle job = ProcessHandle.of(Long.parseLong(Files.readString(id))).orElseThrow();
        List<ProcessHandle> processes = verify.descendants().toList();
        assertThat(processes).as("the job's JVM and its child").hasSize(2).contains(job);

        verify.destroy();

        assertThat(verify.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(temporary).isEmptyDirectory();
        assertThat(Files.readString(folder.resolve("err")))
                .contains("running under Hadoop")
                .doesNotContain("running under Millrace", "    at ");
    }

    @Test
    void anEarlierOutputIsComparedWithTheLastOutputOfOneRun() throws Exception {
        Path earlier = earlier("part-r-00000", "2\tbe\n2\tto\n1\tnot\n1\tor\n");
        Files.createFile(earlier.resolve("_SUCCESS"));
        Files.writeString(earlier.resolve(".part-r-00000.crc"), "of another program");

        Launched run =
                against(earlier, "--any-order", EXAMPLES, "grep", input, output, "[a-z]+")
                        .succeeded();

        assertThat(run.out())
                .contains(
                        "Compared: 1 file with the output in " + earlier + ".", "Nothing differs.");
        assertThat(output).doesNotExist();
        assertThat(work.resolve("local")).doesNotExist();
    }

    @Test
    void anEarlierOutputThatDiffersIsAFailureWithItsFirstDifference() throws Exception {
        Path earlier = earlier("part-r-00000", "be\t2\nnot\t1\nor\t3\nto\t2\n");

        Launched run = against(earlier, EXAMPLES, "wordcount", input, output).endedWith(1);

        assertThat(run.out())
                .contains(
                        "'or\\t1\\n', expected 'or\\t3\\n'",
                        "Two runs under Millrace agree in this.")
                .doesNotContain("not deterministic", "Nothing differs");
    }

    @Test
    void anEarlierOutputOfOtherTasksIsSaidToBeOne() throws Exception {
        Path earlier = earlier("part-r-00000", "be\t2\nnot\t1\n");
        Files.writeString(earlier.resolve("part-r-00001"), "or\t1\nto\t2\n");

        Launched run = against(earlier, EXAMPLES, "wordcount", input, output).endedWith(1);

        assertThat(run.out())
                .contains("file part-r-00001 is missing", "other numbers of reduces or splits");
    }

    @Test
    void theOrderOfEqualKeysInAnEarlierOutputIsFoundOut() throws Exception {
        Files.writeString(input, "v01\tk\nv02\tk\nv03\tk\n");
        Path earlier = earlier("part-r-00000", "k\tv03,v02,v01\n");

        Launched run =
                against(earlier, JobJars.runnable(folder, ListsWords.class), input, output)
                        .endedWith(4);

        assertThat(run.out()).contains("with millrace.sort.ties=hadoop nothing differs");
    }

    @Test
    void aJobThatIsNotDeterministicIsFoundOutBesideAnEarlierOutput() throws Exception {
        Path earlier = earlier("part-m-00000", "job_1_0001\n");

        Launched run =
                against(earlier, JobJars.runnable(folder, CopiesJobId.class), input, output)
                        .endedWith(5);

        assertThat(run.out()).contains("two runs under Millrace differ in the same files");
    }

    @Test
    void nothingRunsWithoutAnEarlierOutput() throws Exception {
        Path missing = folder.resolve("missing");

        Launched run = against(missing, EXAMPLES, "wordcount", input, output).endedWith(2);

        assertThat(run.err())
                .contains("--against " + missing + " has no output files")
                .doesNotContain("running under");
    }

    private Path earlier(String file, String content) throws IOException {
        Path directory = Files.createDirectory(folder.resolve("last month: [1]"));
        Files.writeString(directory.resolve(file), content);
        return directory;
    }

    private Launched against(Path earlier, Object... job) throws Exception {
        List<Object> arguments =
                new ArrayList<>(List.of("verify", "--work", work, "--against", earlier));
        boolean anyOrder = job[0].equals("--any-order");
        if (anyOrder) {
            arguments.add(job[0]);
        }
        arguments.add("jar");
        arguments.addAll(List.of(job).subList(anyOrder ? 1 : 0, job.length));
        return new Launcher(folder).run(arguments.toArray());
    }

    private Launched verify(Object... job) throws Exception {
        Object[] arguments = new Object[job.length + 4];
        arguments[0] = "verify";
        arguments[1] = "--work";
        arguments[2] = work;
        arguments[3] = "jar";
        System.arraycopy(job, 0, arguments, 4, job.length);
        return new Launcher(folder).run(arguments);
    }
}
