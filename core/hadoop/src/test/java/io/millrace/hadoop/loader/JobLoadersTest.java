package io.millrace.hadoop.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.job.Jars;
import io.millrace.hadoop.loader.ClassSharing.Kind;
import io.millrace.testing.SourceJar;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Who shares the statics of a job's classes if nobody says anything: that goes by where they lie.
 * Public, for classes of a job's jar to use what is in here.
 */
@Tag("jdk")
public class JobLoadersTest {

    private static final ClassLoader CLIENT = JobLoadersTest.class.getClassLoader();

    @TempDir Path directory;

    private final JobConf conf = new JobConf();

    /** On the class path of these tests, and changed by who uses it. */
    public static final class Tally {
        public static int calls;

        private Tally() {}

        public static void call() {
            calls++;
        }
    }

    /** On the class path of these tests, and the same for everybody. */
    public static final class Twice {
        private Twice() {}

        public static int of(int number) {
            return 2 * number;
        }
    }

    @Test
    void whatOnlyTheJobHasIsCopied() throws Exception {
        JobClasses classes = brought("int calls; void map() { calls++; }");
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        ClassCopy first = classes.take();
        assertThat(first.loader().loadClass("Brought"))
                .isNotSameAs(classes.take().loader().loadClass("Brought"));
        classes.giveBack(first);
        assertThat(classes.take()).isSameAs(first);
    }

    @Test
    void whatOnlyTheJobHasIsCopiedAnewForEachAttemptThatChangesItsStatics() throws Exception {
        for (String isolation : List.of("auto", "slot")) {
            conf.set("millrace.task.isolation", isolation);
            JobClasses classes = brought("static int calls; void map() { calls++; }");
            assertThat(classes.sharing().kind()).isEqualTo(Kind.FRESH);
            assertThat(classes.sharing().reason()).contains("Brought.calls is set");
            ClassCopy first = classes.take();
            classes.giveBack(first);
            assertThat(classes.take().loader()).isNotSameAs(first.loader());
        }
    }

    @Test
    void aCopyThatIsNotUsedAgainIsNotHeld() throws Exception {
        JobClasses classes = brought("static int calls; void map() { calls++; }");
        int before = classes.loaders().size();
        classes.giveBack(classes.take());
        assertThat(classes.loaders()).hasSize(before);
    }

    @Test
    void copiesMayUseWhatTheClientHasAndNobodyChanges() throws Exception {
        String uses = "int map() { return " + Twice.class.getCanonicalName() + ".of(21); }";
        JobClasses classes = brought(uses);
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        assertThat(classes.take().loader().loadClass(Twice.class.getName())).isSameAs(Twice.class);
    }

    @Test
    void tasksThatChangeAStaticOfTheClientsTakeTurns() throws Exception {
        JobClasses classes =
                brought("void map() { " + Tally.class.getCanonicalName() + ".call(); }");
        assertThat(classes.sharing().kind()).isEqualTo(Kind.BY_TURNS);
        assertThat(classes.sharing().reason()).contains(Tally.class.getName() + ".calls is set");
    }

    @Test
    void whatTheClientHasIsSharedThoughTheJobBringsItToo() throws Exception {
        JobClasses classes = repeated(Tally.class);
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        assertThat(classes.take().loader().loadClass(Tally.class.getName())).isSameAs(Tally.class);
    }

    @Test
    void aJobThatAsksForItsOwnClassesFirstGetsCopiesOfAllThatItBrings() throws Exception {
        conf.setBoolean("mapreduce.job.user.classpath.first", true);
        JobClasses classes = repeated(Tally.class);
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        assertThat(classes.take().loader().loadClass(Tally.class.getName()))
                .isNotSameAs(classes.own().loadClass(Tally.class.getName()));
    }

    /**
     * The JVM makes classes below these itself, for the job's loader, once code is called often.
     */
    @Test
    void copiesHaveTheJdksOwnClassesFromTheJdk() throws Exception {
        conf.set("millrace.task.isolation", "slot");
        for (String mode : List.of("shared", "isolated")) {
            conf.set("millrace.job.classloader", mode);
            JobClasses classes = brought("void map() {}");
            Class<?> type =
                    classes.take()
                            .loader()
                            .loadClass("jdk.internal.reflect.ConstructorAccessorImpl");
            assertThat(type.getClassLoader()).as(mode).isNull();
        }
    }

    @Test
    void aJobTakesTheVersionsOfItsClassesThatAClassPathWould() throws Exception {
        for (String isolation : List.of("auto", "slot", "none")) {
            conf.set("millrace.task.isolation", isolation);
            Path jar = multiRelease();
            JobClasses classes = new JobLoaders().make(conf, CLIENT, List.of(jar));
            Class<?> type = classes.take().loader().loadClass("many.Versions");
            try (URLClassLoader plain =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, CLIENT)) {
                assertThat(seen(type)).isEqualTo(seen(plain.loadClass("many.Versions")));
            }
            assertThat(seen(type)).contains("for 11").contains("1.2.3").contains("for 9");
        }
    }

    /** In no package, and in a jar whose other code no task reaches. */
    @Test
    void objectsMayArriveFromAnyJarOfTheJob() throws Exception {
        conf.set("mapreduce.job.map.class", "Reads");
        String reads =
                "public class Reads { Object map(java.io.ObjectInputStream in) throws Exception { return ((Runnable) in.readObject()).toString(); } }";
        String counts =
                "public class Counts implements java.io.Serializable, Runnable { static int n; public void run() {} public String toString() { return \"\" + n++; } }";
        List<Path> jars =
                List.of(
                        SourceJar.of(directory, "Reads", reads),
                        SourceJar.of(directory, "Counts", counts));
        JobClasses classes = new JobLoaders().make(conf, CLIENT, jars);
        assertThat(classes.sharing().kind()).isEqualTo(Kind.FRESH);
        assertThat(classes.sharing().reason())
                .contains("Counts.n is set in Counts.toString, whose objects arrive by")
                .contains("ObjectInputStream.readObject in Reads.map");
    }

    @Test
    void objectsMayArriveInAJarWithVersionsOfItsClasses() throws Exception {
        JobClasses classes = new JobLoaders().make(conf, CLIENT, List.of(multiRelease()));
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        assertThat(classes.sharing().reason()).contains("none changes a static");
    }

    @Test
    void aClassMayHaveANameOfAnyLettersAndLieWhereverItDoes() throws Exception {
        conf.set("mapreduce.job.map.class", "many.Übung");
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "many/Übung", null, "java/lang/Object", null);
        Path jar =
                Jars.pack(
                        Files.createTempFile(directory, "a b", ".jar"),
                        Map.of("many/Übung.class", writer.toByteArray()));
        Path folder = Files.createDirectories(directory.resolve("c d/many")).getParent();
        Files.write(
                folder.resolve("many/Plain.class"),
                compiled("Plain", "package many; public class Plain {}"));
        JobClasses classes = new JobLoaders().make(conf, CLIENT, List.of(jar, folder));
        ClassLoader loader = classes.take().loader();
        assertThat(place(loader.loadClass("many.Übung")).toURI()).isEqualTo(jar.toUri());
        assertThat(place(loader.loadClass("many.Plain")).toURI()).isEqualTo(folder.toUri());
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** What a class can tell of itself and of where it lies. */
    private static List<String> seen(Class<?> type) throws Exception {
        URL file = type.getResource("Versions.class");
        try (InputStream in = type.getResourceAsStream("only.txt")) {
            return List.of(
                    type.getConstructor().newInstance().toString(),
                    place(type).toString(),
                    String.valueOf(type.getPackage().getImplementationVersion()),
                    String.valueOf(type.getPackage().isSealed()),
                    file.toString(),
                    new String(in.readAllBytes(), UTF_8));
        }
    }

    private Path multiRelease() throws IOException {
        conf.set("mapreduce.job.map.class", "many.Versions");
        String source =
                "package many; public class Versions { public String toString() { return \"for %s\"; }"
                        + " Object read(java.io.ObjectInputStream in) throws Exception { return in.readObject(); } }";
        return Jars.pack(
                Files.createTempFile(directory, "many", ".jar"),
                Map.of(
                        "META-INF/MANIFEST.MF",
                        "Manifest-Version: 1.0\nMulti-Release: true\nImplementation-Version: 1.2.3\n"
                                .getBytes(UTF_8),
                        "many/Versions.class",
                        compiled("Versions", source.formatted("all")),
                        "many/only.txt",
                        "for all".getBytes(UTF_8),
                        "META-INF/versions/9/many/only.txt",
                        "for 9".getBytes(UTF_8),
                        "META-INF/versions/11/many/Versions.class",
                        compiled("Versions", source.formatted("11")),
                        "META-INF/versions/999/many/Versions.class",
                        compiled("Versions", source.formatted("999"))));
    }

    /** The class file of a class of the package {@code many}. */
    private byte[] compiled(String name, String source) throws IOException {
        Path sources = Files.createTempDirectory(directory, "sources");
        Path file = Files.writeString(sources.resolve(name + ".java"), source);
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(
                                        null,
                                        null,
                                        null,
                                        "-encoding",
                                        "UTF-8",
                                        "-proc:none",
                                        "-d",
                                        sources.toString(),
                                        file.toString()))
                .isZero();
        return Files.readAllBytes(sources.resolve("many").resolve(name + ".class"));
    }

    private JobClasses brought(String body) throws Exception {
        conf.set("mapreduce.job.map.class", "Brought");
        Path jar = SourceJar.of(directory, "Brought", "public class Brought { " + body + " }");
        return new JobLoaders().make(conf, CLIENT, List.of(jar));
    }

    private JobClasses repeated(Class<?> type) throws Exception {
        conf.set("mapreduce.job.map.class", type.getName());
        return new JobLoaders().make(conf, CLIENT, List.of(Jars.repeat(directory, type)));
    }
}
