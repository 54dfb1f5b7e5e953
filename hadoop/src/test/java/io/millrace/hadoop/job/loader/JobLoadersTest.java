package io.millrace.hadoop.job.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.job.Jars;
import io.millrace.hadoop.job.loader.Sharing.Kind;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who shares the statics of a job's classes if nobody says anything: that goes by where they lie.
 * Public, for classes of a job's jar to use what is in here.
 */
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
        JobClasses classes = brought("static int calls; void map() { calls++; }");
        assertThat(classes.sharing().kind()).isEqualTo(Kind.NOBODY);
        assertThat(classes.take().loader().loadClass("Brought"))
                .isNotSameAs(classes.take().loader().loadClass("Brought"));
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

    private JobClasses brought(String body) throws Exception {
        conf.set("mapreduce.job.map.class", "Brought");
        Path jar = Jars.compile(directory, "Brought", "public class Brought { " + body + " }");
        return new JobLoaders().make(conf, CLIENT, List.of(jar));
    }

    private JobClasses repeated(Class<?> type) throws Exception {
        conf.set("mapreduce.job.map.class", type.getName());
        return new JobLoaders().make(conf, CLIENT, List.of(Jars.repeat(directory, type)));
    }
}
