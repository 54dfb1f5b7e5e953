package io.millrace.hadoop.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.job.Jars;
import io.millrace.hadoop.loader.split.Clock;
import io.millrace.hadoop.loader.split.Meter;
import io.millrace.hadoop.loader.split.use.Registry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A package of which the job's jar has one part and the client's class path another. */
@Tag("jdk")
class SplitPackagesTest {

    private static final ClassLoader CLIENT = SplitPackagesTest.class.getClassLoader();
    private static final String PACKAGE = "io/millrace/hadoop/loader/split/";

    /** As Giraph's jar has it of a library of which Hadoop has an older version. */
    private static final String NO_METER =
            """
            package io.millrace.hadoop.loader.split;
            public final class NoMeter extends Meter { public NoMeter() { super("none"); } }
            """;

    private static final String MAIN =
            """
            import io.millrace.hadoop.loader.split.*;
            import io.millrace.hadoop.loader.split.use.Registry;
            public final class Main implements java.util.concurrent.Callable<String> {
                public String call() { return Registry.describe(new NoMeter()); }
            }
            """;

    @TempDir Path directory;

    private final JobConf conf = new JobConf();

    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot", "none", "process"})
    void itsClassesUseWhatOnlyTheirPackageMay(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        Path jar = jar(Map.of("NoMeter", NO_METER, "Main", MAIN), Meter.class, Registry.class);
        assertThat(made(loader(jar, CLIENT), "Main").call()).isEqualTo("meter none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none"})
    void aPartMayBeTheClientsOnly(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        String main = MAIN.replace("Registry.describe(new NoMeter())", "new NoMeter().name()");
        Path jar = jar(Map.of("NoMeter", NO_METER, "Main", main));
        assertThat(made(loader(jar, CLIENT), "Main").call()).isEqualTo("none");
    }

    @Test
    void theClientMayHaveItsPartInAJar() throws Exception {
        String base = "package away; public class Base { Base() {} int size() { return 1; } }";
        String sub =
                "package away; public class Sub extends Base implements java.util.concurrent.Callable<Integer> {"
                        + " @Override int size() { return 2; } public Integer call() { return ((Base) this).size(); } }";
        Map<String, byte[]> classes = compiled(Map.of("Base", base, "Sub", sub));
        Path clients = pack(classes, "away/Base.class");
        Path jobs = pack(classes, "away/Base.class", "away/Sub.class");
        try (URLClassLoader parent =
                new URLClassLoader(new URL[] {clients.toUri().toURL()}, CLIENT)) {
            for (String isolation : List.of("none", "auto")) {
                conf.set("millrace.task.isolation", isolation);
                assertThat(made(loader(jobs, parent), "away.Sub").call()).isEqualTo(2);
            }
        }
    }

    @Test
    void withAJobsClassesFirstTheyAreTheJobs() throws Exception {
        conf.setBoolean("mapreduce.job.user.classpath.first", true);
        Path jar = jar(Map.of("NoMeter", NO_METER, "Main", MAIN), Registry.class);
        assertThat(made(loader(jar, CLIENT), "Main").call()).isEqualTo("meter none");
    }

    @Test
    void whatUsesOnlyWhatEverybodyMayStaysShared() throws Exception {
        String zones =
                """
                package io.millrace.hadoop.loader.split;
                public final class Zones implements java.util.concurrent.Callable<String> {
                    public String call() { return Clock.zone; }
                }
                """;
        ClassLoader loader = loader(jar(Map.of("Zones", zones), Clock.class, Meter.class), CLIENT);
        assertThat(loader.loadClass(Clock.class.getName())).isSameAs(Clock.class);
        assertThat(loader.loadClass(Meter.class.getName())).isSameAs(Meter.class);
        assertThat(made(loader, "io.millrace.hadoop.loader.split.Zones").call()).isEqualTo("here");
    }

    /** As with Giraph's jars on the client's class path. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot", "none", "process"})
    void whatIsExchangedWithTheClientsClassPathIsCopiedWithIt(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        ClassLoader loader = loader(jar(Map.of("NoMeter", NO_METER, "Main", MAIN)), CLIENT);
        assertThat(made(loader, "Main").call()).isEqualTo("meter none");
        assertThat(loader.loadClass(Registry.class.getName())).isNotSameAs(Registry.class);
        assertThat(loader.loadClass(JobConf.class.getName())).isSameAs(JobConf.class);
    }

    @Test
    void copiesOfTheWholeClassPathNeedNoTurns() throws Exception {
        conf.set("mapreduce.job.map.class", "Main");
        String main =
                MAIN.replace(
                        "public String call() {",
                        "public String call() { io.millrace.hadoop.loader.split.Clock.zone = \"there\";");
        Path jar = jar(Map.of("NoMeter", NO_METER, "Main", main));
        JobClasses classes = new JobLoaders().make(conf, CLIENT, List.of(jar));
        assertThat(classes.sharing().kind()).isEqualTo(ClassSharing.Kind.FRESH);
        assertThat(made(classes.take().loader(), "Main").call()).isEqualTo("meter none");
        assertThat(Clock.zone).isEqualTo("here");
    }

    /** As with Giraph's benchmarks, which run from a jar whose parts RunJar unpacks. */
    @Test
    void whatIsExchangedWithALoaderBelowTheClientsIsCopied() throws Exception {
        String meter = "package away; public class Meter { Meter() {} int size() { return 1; } }";
        String report =
                "package away.report; public class Report { public static String of(away.Meter meter) { return \"a meter\"; } }";
        String ratio = "package away.util; public abstract class Ratio extends away.Gauge {}";
        String percent = "package away.util; public class Percent extends Ratio {}";
        String gauge = "package away; public class Gauge { public int size() { return 7; } }";
        String none = "package away; public class NoMeter extends Meter { public NoMeter() {} }";
        String main =
                "package away.job; public class Main implements java.util.concurrent.Callable<String> {"
                        + " public String call() { return away.report.Report.of(new away.NoMeter()) + size(new away.util.Percent() {}); }"
                        + " int size(away.Gauge gauge) { return gauge.size(); } }";
        Map<String, byte[]> classes =
                compiled(
                        Map.of(
                                "Meter", meter, "Gauge", gauge, "Ratio", ratio, "Percent", percent,
                                "Report", report, "NoMeter", none, "Main", main));
        classes.put("away/", new byte[0]); // as jars have it that Maven or the JDK made
        Path unpacked = pack(classes, classes.keySet().toArray(new String[0]));
        Path jobs =
                pack(classes, "away/NoMeter.class", "away/job/Main.class", "away/job/Main$1.class");
        try (URLClassLoader parent =
                new URLClassLoader(new URL[] {unpacked.toUri().toURL()}, CLIENT)) {
            for (String isolation : List.of("none", "auto")) {
                conf.set("millrace.task.isolation", isolation);
                assertThat(made(loader(jobs, parent), "away.job.Main").call())
                        .isEqualTo("a meter7");
            }
        }
    }

    @Test
    void whatTheClientHasAllOfStaysShared() throws Exception {
        ClassLoader loader = loader(jar(Map.of(), Meter.class, Registry.class), CLIENT);
        assertThat(loader.loadClass(Meter.class.getName())).isSameAs(Meter.class);
    }

    private ClassLoader loader(Path jar, ClassLoader parent) throws Exception {
        return new JobLoaders().make(conf, parent, List.of(jar)).take().loader();
    }

    private static Callable<?> made(ClassLoader loader, String name) throws Exception {
        return (Callable<?>) loader.loadClass(name).getConstructor().newInstance();
    }

    /** A jar of new classes, and of some that the class path has, too. */
    private Path jar(Map<String, String> sources, Class<?>... repeated) throws Exception {
        Map<String, byte[]> classes = sources.isEmpty() ? new HashMap<>() : compiled(sources);
        for (Class<?> type : repeated) {
            String path = type.getName().replace('.', '/').concat(".class");
            try (InputStream in = CLIENT.getResourceAsStream(path)) {
                classes.put(path, in.readAllBytes());
            }
        }
        classes.put(PACKAGE + "readme.txt", "no class".getBytes(UTF_8));
        return pack(classes, classes.keySet().toArray(new String[0]));
    }

    private Path pack(Map<String, byte[]> classes, String... paths) throws IOException {
        Map<String, byte[]> chosen = new HashMap<>(classes);
        chosen.keySet().retainAll(List.of(paths));
        return Jars.pack(Files.createTempFile(directory, "split", ".jar"), chosen);
    }

    private Map<String, byte[]> compiled(Map<String, String> sources) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        Path folder = Files.createTempDirectory(directory, "sources");
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        String[] all = arguments.toArray(new String[0]);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, all)).isZero();
        Map<String, byte[]> made = new HashMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                made.put(classes.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return made;
    }
}
