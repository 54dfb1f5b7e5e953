package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs that count words in ways that are right for one task in a process give Hadoop's result,
 * whether their classes come in a jar or lie on the client's class path, and without a setting.
 */
@Sampled(oneIn = 3)
@Tag("jdk")
class StaticIdiomsTest {

    private static final int FILES = 6;
    private static final int LINES = 400;
    private static final int THREADS = 4;

    @TempDir Path directory;

    enum Idiom {
        IN_MAPPER_COMBINING {
            @Override
            void configure(Job job) {
                job.setMapperClass(StaticIdioms.InMapperCombining.class);
                job.setReducerClass(StaticIdioms.StaticSums.class);
            }
        },
        STATIC_BUFFERS {
            @Override
            void configure(Job job) {
                JobConf conf = (JobConf) job.getConfiguration();
                conf.setMapperClass(StaticIdioms.StaticBuffers.class);
                conf.setCombinerClass(StaticIdioms.StaticCollector.class);
                conf.setReducerClass(StaticIdioms.StaticCollector.class);
            }
        },
        SINGLETON_REPORTER {
            @Override
            void configure(Job job) {
                job.setMapperClass(StaticIdioms.ReportingMapper.class);
                job.setCombinerClass(StaticIdioms.StaticSums.class);
                job.setReducerClass(StaticIdioms.StaticSums.class);
            }
        },
        SHARED_OBJECT {
            @Override
            void configure(Job job) {
                job.setMapperClass(StaticIdioms.SharedObject.class);
                job.setReducerClass(StaticIdioms.StaticSums.class);
            }
        },
        STATIC_KEYS {
            @Override
            void configure(Job job) {
                job.setMapperClass(StaticIdioms.SharedObject.class);
                job.setCombinerClass(StaticIdioms.StaticSums.class);
                job.setReducerClass(StaticIdioms.StaticSums.class);
                job.setSortComparatorClass(StaticIdioms.StaticKeys.class);
            }
        };

        abstract void configure(Job job);
    }

    @BeforeEach
    void makeInput() throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        Random random = new Random(7);
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < LINES; line++) {
                for (int word = 0; word < 20; word++) {
                    text.append(word == 0 ? "" : " ").append("w").append(random.nextInt(300));
                }
                text.append('\n');
            }
            Files.writeString(input.resolve("file" + file), text);
        }
    }

    @ParameterizedTest
    @EnumSource(Idiom.class)
    void fromAJarTheResultIsHadoops(Idiom idiom) throws Exception {
        assertThat(run(idiom, "millrace", true, "auto"))
                .isEqualTo(run(idiom, "local", false, "auto"));
    }

    @ParameterizedTest
    @EnumSource(Idiom.class)
    void fromTheClientsClassPathTheResultIsHadoops(Idiom idiom) throws Exception {
        assertThat(run(idiom, "millrace", false, "auto"))
                .isEqualTo(run(idiom, "local", false, "auto"));
    }

    @ParameterizedTest
    @EnumSource(Idiom.class)
    void inSlotsTheResultIsHadoopsWithoutAJarToo(Idiom idiom) throws Exception {
        assertThat(run(idiom, "millrace", false, "slot"))
                .isEqualTo(run(idiom, "local", false, "auto"));
    }

    /** What a run leaves: its part files and what its tasks counted. */
    private Map<String, String> run(Idiom idiom, String framework, boolean jar, String isolation)
            throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.framework.name", framework);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.set("millrace.task.isolation", isolation);
        conf.setInt("millrace.map.threads", THREADS);
        conf.setInt("millrace.sort.threads", THREADS);
        conf.setInt("millrace.reduce.threads", THREADS);
        conf.set("millrace.memory.slab.size", "16k"); // many chunks, so that combiners overlap
        Job job = Job.getInstance(conf);
        idiom.configure(job);
        if (jar) {
            JobJars.bring(job, directory, StaticIdioms.class);
        }
        job.setNumReduceTasks(3);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(IntWritable.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        org.apache.hadoop.fs.Path output =
                new org.apache.hadoop.fs.Path(directory.resolve("out").toUri());
        FileSystem.getLocal(conf).delete(output, true);
        org.apache.hadoop.mapreduce.lib.input.FileInputFormat.addInputPath(
                job, new org.apache.hadoop.fs.Path(directory.resolve("in").toUri()));
        org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(job, output);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        boolean byTurns = framework.equals("millrace") && !jar && isolation.equals("auto");
        assertThat(job.getStatus().getSchedulingInfo().contains("one task runs at a time"))
                .isEqualTo(byTurns);
        Map<String, String> left = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("part")) {
                    left.put(name, Files.readString(file));
                }
            }
        }
        for (Counter counter : job.getCounters().getGroup("reporter")) {
            String task = counter.getName().replaceAll("task_.*_m_", "");
            left.put(task, Long.toString(counter.getValue()));
        }
        return left;
    }
}
