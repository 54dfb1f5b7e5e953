package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.job.Jars;
import io.millrace.hadoop.loader.ClassSharing.Kind;
import io.millrace.hadoop.loader.split.Meter;
import io.millrace.hadoop.loader.split.use.Registry;
import io.millrace.testing.SourceJar;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;

/** A process that gets the findings of the search loads and shares classes as the searcher does. */
@Tag("jdk")
class FindingsTest {

    private static final ClassLoader CLIENT = FindingsTest.class.getClassLoader();

    private static final String PART =
            "package io.millrace.hadoop.loader.split;"
                    + " public class Part extends Meter { public Part() { super(\"part\"); } }";

    private static final String WRITES =
            "static int calls; void map() throws Exception { new java.io.FileWriter(\"a\").close(); }";

    private static final String COMPARES =
            "static int calls; public int compare(Object a, Object b) { return calls++; }";

    @TempDir Path directory;

    private final JobConf conf = new JobConf();

    /** Counts the class files that are looked for. */
    private static final class Counting extends ClassLoader {

        private int files;

        Counting() {
            super(CLIENT);
        }

        @Override
        public URL getResource(String name) {
            files += name.endsWith(".class") ? 1 : 0;
            return super.getResource(name);
        }
    }

    /**
     * A job.
     *
     * @param settings of its configuration, each followed by its value
     * @param repeated classes of the client that it brings as well
     */
    record Job(String name, Kind kind, String source, List<String> settings, Class<?>... repeated) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Job> jobs() {
        String tally = JobLoadersTest.Tally.class.getCanonicalName();
        String first = "mapreduce.job.user.classpath.first";
        return Stream.of(
                new Job("plain", Kind.NOBODY, brought("int calls;"), List.of()),
                new Job("static", Kind.FRESH, brought(COMPARES), List.of()),
                new Job("file", Kind.NOBODY, brought(WRITES), List.of()),
                new Job(
                        "a static of the client's",
                        Kind.BY_TURNS,
                        brought("void map() { " + tally + ".call(); }"),
                        List.of()),
                new Job("a part of a package", Kind.NOBODY, PART, List.of()),
                new Job("a package", Kind.NOBODY, PART, List.of(), Meter.class, Registry.class),
                new Job(
                        "an exchange",
                        Kind.NOBODY,
                        PART.replace(
                                "super(\"part\");",
                                "super(\"part\"); "
                                        + Registry.class.getName()
                                        + ".describe(this);"),
                        List.of()),
                new Job(
                        "Avro",
                        Kind.NOBODY,
                        brought("void map() { " + Schema.class.getName() + ".createUnion(); }"),
                        List.of()),
                new Job(
                        "a library first",
                        Kind.NOBODY,
                        brought("void map() { org.slf4j.LoggerFactory.getLogger(\"\"); }"),
                        List.of(first, "true"),
                        org.slf4j.LoggerFactory.class),
                new Job(
                        "slots",
                        Kind.FRESH,
                        brought(COMPARES),
                        List.of("millrace.task.isolation", "slot")),
                new Job(
                        "none",
                        Kind.EVERYBODY,
                        brought(COMPARES),
                        List.of("millrace.task.isolation", "none")),
                new Job(
                        "processes",
                        Kind.EVERYBODY,
                        brought(COMPARES),
                        List.of("millrace.task.isolation", "process")));
    }

    private static String brought(String body) {
        return "package job; public class Part { " + body + " }";
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void anotherProcessDecidesTheSameWithoutASearch(Job job) throws Exception {
        List<Path> path = path(job);
        JobClasses here = new JobLoaders().make(conf, CLIENT, path);
        boolean changes = here.changeStatics(part(here));
        Counting client = new Counting();

        JobClasses there = new JobLoaders().make(conf, client, path, sent(here, Set.of()));

        assertThat(client.files).isZero();
        assertThat(there.sharing()).isEqualTo(here.sharing());
        assertThat(here.sharing().kind()).isEqualTo(job.kind);
        assertThat(there.turns() == null).isEqualTo(here.turns() == null);
        assertThat(there.changeStatics(part(there))).isEqualTo(changes);
        assertThat(owned(there)).isEqualTo(owned(here));
    }

    @Test
    void theSearcherIsAskedForWhatOtherProcessesWillAsk() throws Exception {
        List<Path> path = path(new Job("", Kind.FRESH, brought(COMPARES), List.of()));
        JobClasses here = new JobLoaders().make(conf, CLIENT, path);
        Findings sent = sent(here, Set.of("job.Part", Text.class.getName()));
        JobClasses there = new JobLoaders().make(conf, CLIENT, path, sent);
        assertThat(there.changeStatics(part(there))).isTrue();
        assertThat(there.changeStatics(Text.class)).isFalse();
        assertThat(there.changeStatics(String.class)).as("was not looked at").isTrue();
    }

    /** One attempt at a time runs in such a process, but several of its threads may compare. */
    @Test
    void aComparatorThatChangesAStaticIsGuardedInAProcessOfItsOwn() throws Exception {
        List<String> processes = List.of("millrace.task.isolation", "process");
        List<Path> path = path(new Job("", Kind.EVERYBODY, brought(COMPARES), processes));
        JobClasses here = new JobLoaders().make(conf, CLIENT, path);
        assertThat(here.changeStatics(part(here))).isTrue();
        assertThat(here.changeStatics(Text.class)).isFalse();
    }

    private List<Path> path(Job job) throws Exception {
        String named = job.source.substring("package ".length(), job.source.indexOf(';')) + ".Part";
        conf.set("mapreduce.job.map.class", named);
        for (int i = 0; i < job.settings.size(); i += 2) {
            conf.set(job.settings.get(i), job.settings.get(i + 1));
        }
        List<Path> path = new ArrayList<>(List.of(SourceJar.of(directory, "Part", job.source)));
        for (Class<?> type : job.repeated) {
            path.add(Jars.repeat(directory, type));
        }
        return path;
    }

    private static Findings sent(JobClasses from, Set<String> threaded) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        from.findings(threaded).writeTo(new DataOutputStream(bytes));
        return Findings.readFrom(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    private Class<?> part(JobClasses classes) throws ClassNotFoundException {
        return classes.own().loadClass(conf.get("mapreduce.job.map.class"));
    }

    /** Which of these classes a copy defines by itself. */
    private List<Boolean> owned(JobClasses classes) throws ClassNotFoundException {
        ClassLoader copy = classes.take().loader();
        List<Boolean> all = new ArrayList<>();
        for (String name :
                List.of(
                        conf.get("mapreduce.job.map.class"),
                        Meter.class.getName(),
                        Registry.class.getName(),
                        Schema.class.getName(),
                        Logger.class.getName(),
                        JobLoadersTest.Tally.class.getName())) {
            all.add(copy.equals(copy.loadClass(name).getClassLoader()));
        }
        all.add(copy.equals(classes.own()));
        return all;
    }
}
