package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.SourceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that only the job's own jars have. */
class JobClassesTest {

    @TempDir Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /**
     * Writes what a class says that is known by name only, found in both ways in which user code
     * looks for classes.
     */
    static final class Loading extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            String name = context.getConfiguration().get("test.class");
            context.write(
                    new Text("conf"), said(context.getConfiguration().getClassByNameOrNull(name)));
            try {
                context.write(
                        new Text("thread"),
                        said(
                                Class.forName(
                                        name,
                                        true,
                                        Thread.currentThread().getContextClassLoader())));
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}

        private static Text said(Class<?> type) throws IOException {
            try {
                return new Text(type.getDeclaredConstructor().newInstance().toString());
            } catch (ReflectiveOperationException e) {
                throw new IOException(e);
            }
        }
    }

    @Test
    void aClassThatOnlyAJarInTheJobJarsLibHasIsFound() throws Exception {
        Path inner = SourceJar.of(directory, "InnerGreeting", greeting("InnerGreeting", "inner"));
        Path jar =
                Jars.pack(
                        directory.resolve("app.jar"),
                        Map.of("lib/inner.jar", Files.readAllBytes(inner)));
        assertThat(greetingOf("InnerGreeting", jar, ClientConf.in(directory)))
                .isEqualTo("conf\tinner\nthread\tinner\n");
    }

    @Test
    void aClassAtTheJobJarsRootIsFound() throws Exception {
        Path jar = SourceJar.of(directory, "RootGreeting", greeting("RootGreeting", "root"));
        assertThat(greetingOf("RootGreeting", jar, ClientConf.in(directory)))
                .isEqualTo("conf\troot\nthread\troot\n");
    }

    @Test
    void twoJobsMayHaveDifferentVersionsOfAClass() throws Exception {
        Path first = SourceJar.of(directory, "Version", greeting("Version", "first"));
        Path second = SourceJar.of(directory, "Version", greeting("Version", "second"));
        assertThat(greetingOf("Version", first, ClientConf.in(directory))).contains("first");
        Files.move(directory.resolve("out"), directory.resolve("out-first"));
        assertThat(greetingOf("Version", second, ClientConf.in(directory))).contains("second");
    }

    @Test
    void anIsolatedJobSeesItsOwnJarBeforeTheClients() throws Exception {
        Path clients = SourceJar.of(directory, "Shadowed", greeting("Shadowed", "client's"));
        Path own = SourceJar.of(directory, "Shadowed", greeting("Shadowed", "job's"));
        JobConf conf = ClientConf.in(directory);
        new GenericOptionsParser(conf, new String[] {"-libjars", clients.toUri().toString()});
        conf.unset("tmpjars");
        conf.set("millrace.task.isolation", "none");
        assertThat(greetingOf("Shadowed", own, conf)).contains("client's");
        Files.move(directory.resolve("out"), directory.resolve("out-shared"));
        conf.set("millrace.job.classloader", "isolated");
        assertThat(greetingOf("Shadowed", own, conf)).contains("job's");
    }

    @Test
    void libjarsAreFoundWithAndWithoutHadoopsWildcard() throws Exception {
        Path library =
                SourceJar.of(directory, "LibraryGreeting", greeting("LibraryGreeting", "library"));
        for (String wildcard : new String[] {"true", "false"}) {
            JobConf conf = ClientConf.in(directory);
            conf.set("mapreduce.client.libjars.wildcard", wildcard);
            // The parser also puts the jar on this thread's loader; the job must find it without.
            new GenericOptionsParser(conf, new String[] {"-libjars", library.toUri().toString()});
            Thread.currentThread().setContextClassLoader(before);
            conf.setClassLoader(before);
            assertThat(greetingOf("LibraryGreeting", null, conf))
                    .isEqualTo("conf\tlibrary\nthread\tlibrary\n");
            Files.move(directory.resolve("out"), directory.resolve("out-" + wildcard));
        }
    }

    private String greetingOf(String className, Path jar, Configuration conf) throws Exception {
        Job job = ClientConf.mapOnly(new JobConf(conf), directory, Loading.class);
        job.getConfiguration().set("test.class", className);
        job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
        if (jar != null) {
            job.setJar(jar.toString());
        }
        job.waitForCompletion(true);
        assertThat(job.getStatus().getFailureInfo()).isEmpty();
        return Files.readString(directory.resolve("out/part-m-00000"));
    }

    private static String greeting(String className, String text) {
        return "public class "
                + className
                + " { public String toString() { return \""
                + text
                + "\"; } }";
    }
}
