package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import io.millrace.workers.fork.ForkedJobs;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers load the classes of a job as the process of the job does. */
@ExtendWith(NothingLeft.class)
@Tag("jdk")
@Sampled(oneIn = 2)
class WorkerClassesTest {

    /** Says which loaders have its class, and one that it finds by its name. */
    private static final String MAPPER =
            """
            import org.apache.hadoop.io.*;
            import org.apache.hadoop.mapreduce.Mapper;
            public class Loaders extends Mapper<LongWritable, Text, Text, NullWritable> {
                @Override
                protected void setup(Context context) throws java.io.IOException, InterruptedException {
                    try {
                        Class<?> named = context.getConfiguration().getClassByName("Loaders");
                        say(context, "own " + name(getClass().getClassLoader()));
                        say(context, "context " + name(Thread.currentThread().getContextClassLoader()));
                        say(context, "found again " + (named == getClass()));
                    } catch (ClassNotFoundException e) {
                        throw new java.io.IOException(e);
                    }
                }
                private static void say(Context context, String line)
                        throws java.io.IOException, InterruptedException {
                    context.write(new Text(line), NullWritable.get());
                }
                private static String name(ClassLoader loader) {
                    return String.valueOf(loader.getName());
                }
                @Override
                protected void map(LongWritable key, Text line, Context context) {}
            }
            """;

    @TempDir Path directory;

    private String options = "";

    @Test
    void classesOfTheJobsJarComeFromTheJobsLoader() throws Exception {
        Path jar = SourceJar.of(directory, "Loaders", MAPPER);
        List<String> expected = loaders(1, jar, null);
        assertThat(expected)
                .containsExactly("context millrace-job", "found again true", "own millrace-job");
        assertThat(loaders(2, jar, null)).isEqualTo(expected);
    }

    @Test
    void classesThatOnlyTheClientsLoaderHasAreFoundToo() throws Exception {
        Path classes = SourceJar.of(directory, "Loaders", MAPPER);
        try (URLClassLoader client =
                new URLClassLoader(
                        "client",
                        new URL[] {classes.toUri().toURL()},
                        getClass().getClassLoader())) {
            assertThat(loaders(1, null, client)).contains("found again true", "own client");
            assertThat(loaders(2, null, client))
                    .contains("found again true", "own millrace-client");
        }
    }

    @Test
    void workersDoNotSearchThroughTheJobsClasses() throws Exception {
        Path loaded = directory.resolve("loaded");
        options = " -Xlog:class+load:file=" + loaded + "-%p";
        loaders(2, SourceJar.of(directory, "Loaders", MAPPER), null);
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> logs =
                    files.filter(file -> file.getFileName().toString().startsWith("loaded-"))
                            .toList();
            assertThat(logs).hasSize(2);
            for (Path each : logs) {
                assertThat(Files.readString(each))
                        .contains(" " + JobClasses.class.getName() + " ")
                        .doesNotContain(" " + TaskCode.class.getName() + " ");
            }
        }
    }

    /** The lines of a map-only job, for which a jar or a loader has the mapper. */
    private List<String> loaders(int workers, Path jar, ClassLoader client) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setInt("millrace.workers", workers);
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START + options);
        if (client != null) {
            conf.setClassLoader(client);
        }
        FileSystem.getLocal(conf).delete(ClientConf.output(directory), true);
        Job job = ClientConf.mapOnly(conf, directory, IdentityMapper.class);
        job.getConfiguration().set(MRJobConfig.MAP_CLASS_ATTR, "Loaders");
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(NullWritable.class);
        if (jar != null) {
            job.setJar(jar.toString());
        }
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            Path part =
                    files.filter(each -> each.getFileName().toString().startsWith("part-"))
                            .findFirst()
                            .orElseThrow();
            return Files.readAllLines(part).stream().sorted().toList();
        }
    }

    /** Replaced by the class of the job. */
    private static final class IdentityMapper extends Mapper<Object, Object, Object, Object> {}
}
