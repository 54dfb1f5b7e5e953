package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.Postings;
import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.Framework;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An inverted index that is many times larger than the heap, in a process of its own. */
@Sampled(oneIn = 2)
final class SmallHeapTest {

    private static final int MAPS = 20;
    private static final int TOKENS = 20_000;
    private static final long RECORDS = (long) MAPS * TOKENS;

    @TempDir private Path directory;

    /** Runs the job, and writes what it counted to a file. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = Framework.MILLRACE.newConf();
            conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
            conf.set("millrace.shuffle.kind", args[1]);
            conf.set("millrace.memory.slab.kind", args[2]);
            conf.set("millrace.memory.max", "4m");
            Job job = Job.getInstance(conf, "index");
            SyntheticInput.set(job.getConfiguration(), MAPS, TOKENS);
            job.setInputFormatClass(SyntheticInput.class);
            job.setMapperClass(Postings.Tokens.class);
            job.setReducerClass(Postings.Documents.class);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(Text.class);
            job.setNumReduceTasks(3);
            FileOutputFormat.setOutputPath(
                    job, new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()));
            if (!job.waitForCompletion(true)) {
                System.exit(1);
            }
            long spilled = job.getCounters().findCounter(TaskCounter.SPILLED_RECORDS).getValue();
            Files.writeString(directory.resolve("spilled"), Long.toString(spilled));
        }
    }

    @ParameterizedTest(name = "{0}, {1} slabs")
    @CsvSource({"pull,native", "push,native", "hybrid,heap"})
    void anIndexOfTenTimesTheMemoryIsWholeAndGoesToDiskOnce(String shuffle, String slabs)
            throws Exception {
        assertThat(run(shuffle, slabs)).as(() -> log()).isZero();
        long postings = 0;
        for (Path part : parts()) {
            String last = "";
            for (String line : Files.readAllLines(part)) {
                List<String> fields = List.of(line.split("\t", 3));
                assertThat(fields.get(0)).isGreaterThan(last);
                last = fields.get(0);
                postings += Long.parseLong(fields.get(1));
            }
        }
        assertThat(postings).isEqualTo(RECORDS);
        // Written by map attempts and read by reduce attempts; of some, once more between.
        assertThat(Long.parseLong(Files.readString(directory.resolve("spilled"))))
                .isBetween(RECORDS, 4 * RECORDS);
    }

    private int run(String shuffle, String slabs) throws Exception {
        Process process =
                ChildJvm.start(
                        directory.resolve("log"),
                        List.of("-Xmx48m", "-XX:+UseSerialGC"),
                        Driver.class,
                        directory,
                        shuffle,
                        slabs);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private List<Path> parts() throws Exception {
        try (var files = Files.list(directory.resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
