package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that a loop has listed, and those of its own directories, are not taken as patterns. */
class ListedNamesTest {

    private static final List<String> NAMES =
            List.of("report[1].csv", "a{b}.csv", "a*b", "a?b", "a\\b", "a,b", " a", "a ", "[");

    @TempDir Path folder;

    @Test
    void eachFileOfTheInputIsDescribedAsItIs() throws Exception {
        Path input = Files.createDirectory(folder.resolve("in"));
        Path brought = Files.createDirectory(folder.resolve("lib"));
        for (String name : NAMES) {
            Files.writeString(input.resolve(name), "a line\n");
        }
        Files.writeString(brought.resolve("b[1]"), "brought");
        Files.writeString(folder.resolve("c[2]"), "brought, too");
        Job job = Job.getInstance(new JobConf());
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        job.getConfiguration()
                .set("mapreduce.job.cache.files", brought + "/*," + folder.resolve("c[2]"));
        Map<String, String> parts = new LoopInput(job).parts();
        for (String name : NAMES) {
            assertThat(parts.get("file:" + input.resolve(name))).startsWith("7 bytes of ");
        }
        assertThat(parts.get("file:" + brought.resolve("b[1]"))).startsWith("7 bytes of ");
        assertThat(parts.get("file:" + folder.resolve("c[2]"))).startsWith("12 bytes of ");
    }

    @Test
    void theDirectoryOfALoopMayHaveAnyName() throws Exception {
        Loops loops = new Loops(folder);
        Step sum =
                Step.map(LostWorkersTest.Weighted.class, IntWritable.class, DoubleWritable.class)
                        .allReduce(NumberOperation.SUM);
        for (String pattern : List.of("all-reduce", "none")) {
            LoopState state =
                    IterativeJob.over(
                                    loops.job(
                                            "millrace",
                                            "hadoop.tmp.dir",
                                            folder.resolve("tmp[1]*").toString(),
                                            "millrace.collective.pattern",
                                            pattern))
                            .repeat(sum)
                            .atMost(2)
                            .run();
            assertThat(state.iteration()).isEqualTo(2);
            assertThat(state.data().stream()).isNotEmpty();
        }
    }
}
