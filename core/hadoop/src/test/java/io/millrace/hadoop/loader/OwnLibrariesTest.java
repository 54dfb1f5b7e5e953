package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.job.Jars;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.Stringable;
import org.apache.hadoop.io.serializer.Serialization;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Libraries that Hadoop has as well, used by several copies of a job's classes. Public, for classes
 * of a job's jar to use what is in here.
 */
@Sampled(oneIn = 3)
@Tag("jdk")
public class OwnLibrariesTest {

    private static final ClassLoader CLIENT = OwnLibrariesTest.class.getClassLoader();

    /** Writes an object and reads it back as one of this copy's class. */
    private static final String AVRO =
            """
            public static class User { public String name = "me"; }
            public String call() throws Exception {
                var out = new java.io.ByteArrayOutputStream();
                var encoder = org.apache.avro.io.EncoderFactory.get().binaryEncoder(out, null);
                new org.apache.avro.reflect.ReflectDatumWriter<>(User.class).write(new User(), encoder);
                encoder.flush();
                String text = org.apache.avro.reflect.ReflectData.get().getSchema(User.class).toString();
                var schema = new org.apache.avro.Schema.Parser().parse(text);
                var decoder = org.apache.avro.io.DecoderFactory.get().binaryDecoder(out.toByteArray(), null);
                User read = new org.apache.avro.reflect.ReflectDatumReader<User>(schema).read(null, decoder);
                return read.name;
            }
            """;

    private static final String LOG4J =
            """
            public static class Old extends org.apache.log4j.Logger { Old(String name) { super(name); } }
            public String call() {
                Old mine = (Old) org.apache.log4j.Logger.getLogger("kept.by.name", Old::new);
                return "me";
            }
            """;

    /** Hands an object of Hadoop's logging library to Hadoop. */
    private static final String HANDS_OVER =
            """
            public String call() {
                org.apache.hadoop.io.IOUtils.cleanupWithLogger(org.slf4j.LoggerFactory.getLogger("me"));
                return "me";
            }
            """;

    private static final String LOGS =
            """
            public String call() { return org.slf4j.LoggerFactory.getLogger("me").getName(); }
            """;

    @TempDir Path directory;

    private final JobConf conf = new JobConf();

    /** A class of the client that gives Avro's objects to a job. */
    public static final class Exchange {
        private Exchange() {}

        public static Object data() {
            return ReflectData.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot", "none"})
    void avroGivesEachCopyItsOwnClasses(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        JobClasses first = brought(AVRO);
        JobClasses second = brought(AVRO); // as the driver's copy, or an earlier job's
        assertThat(made(first.take().loader()).call()).isEqualTo("me");
        assertThat(made(first.take().loader()).call()).isEqualTo("me");
        assertThat(made(second.take().loader()).call()).isEqualTo("me");
        assertThat(first.take().loader().loadClass(ReflectData.class.getName()))
                .isNotSameAs(ReflectData.class)
                .isNotSameAs(second.take().loader().loadClass(ReflectData.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot", "none"})
    void log4jGivesEachCopyItsOwnLoggers(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        JobClasses classes = brought(LOG4J);
        JobClasses others = brought(LOG4J);
        for (JobClasses each : List.of(classes, classes, others)) {
            ClassLoader loader = each.take().loader();
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(loader); // as in tasks
            try {
                assertThat(made(loader).call()).isEqualTo("me");
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
        }
    }

    @Test
    void hadoopsSerializationsOfAvroTakeTheCopysClasses() throws Exception {
        ClassCopy copy =
                brought(
                                AVRO.replace(
                                        "class User",
                                        "class User implements org.apache.hadoop.io.serializer.avro.AvroReflectSerializable"))
                        .take();
        JobConf its = copy.conf();
        its.set(
                "io.serializations",
                "org.apache.hadoop.io.serializer.avro.AvroReflectSerialization");
        Class<?> user = copy.loader().loadClass("Brought$User");
        Serialization<?> found = new SerializationFactory(its).getSerialization(user);
        assertThat(found).isNotNull();
        assertThat(found.getClass().getClassLoader()).isSameAs(copy.loader());
        assertThat(copy.loader().loadClass(Stringable.class.getName())).isSameAs(Stringable.class);
    }

    @Test
    void avroStaysSharedWithAClassOfTheClientThatExchangesItsObjects() throws Exception {
        String uses =
                "public String call() { return ((org.apache.avro.reflect.ReflectData) "
                        + Exchange.class.getCanonicalName()
                        + ".data()).getClass().getSimpleName(); }";
        ClassLoader loader = brought(uses).take().loader();
        assertThat(loader.loadClass(ReflectData.class.getName())).isSameAs(ReflectData.class);
        assertThat(made(loader).call()).isEqualTo("ReflectData");
    }

    @Test
    void avroStaysSharedByTasksThatDoNotUseIt() throws Exception {
        ClassLoader loader = brought("public String call() { return \"me\"; }").take().loader();
        assertThat(loader.loadClass(ReflectData.class.getName())).isSameAs(ReflectData.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "slot", "none"})
    void aLibraryThatTheJobBringsComesFirstIfItWants(String isolation) throws Exception {
        conf.set("millrace.task.isolation", isolation);
        String name = LoggerFactory.class.getName();
        ClassLoader shared = brought(LOGS, LoggerFactory.class).take().loader();
        assertThat(shared.loadClass(name)).isSameAs(LoggerFactory.class);
        conf.setBoolean("mapreduce.job.user.classpath.first", true);
        ClassLoader first = brought(LOGS, LoggerFactory.class).take().loader();
        assertThat(first.loadClass(name)).isNotSameAs(LoggerFactory.class);
        assertThat(made(first).call()).isEqualTo("me");
    }

    @Test
    void aLibraryWhoseObjectsTheJobHandsToHadoopStaysHadoops() throws Exception {
        conf.setBoolean("mapreduce.job.user.classpath.first", true);
        ClassLoader loader = brought(HANDS_OVER, LoggerFactory.class).take().loader();
        assertThat(loader.loadClass(LoggerFactory.class.getName())).isSameAs(LoggerFactory.class);
        assertThat(made(loader).call()).isEqualTo("me");
    }

    private JobClasses brought(String body, Class<?>... more) throws Exception {
        conf.set("mapreduce.job.map.class", "Brought");
        List<Path> path = new ArrayList<>();
        path.add(
                SourceJar.of(
                        directory,
                        "Brought",
                        "public class Brought implements java.util.concurrent.Callable<String> { "
                                + body
                                + " }"));
        for (Class<?> type : more) {
            path.add(Jars.repeat(directory, type));
        }
        return new JobLoaders().make(conf, CLIENT, path);
    }

    private static Callable<?> made(ClassLoader loader) throws Exception {
        return (Callable<?>) loader.loadClass("Brought").getConstructor().newInstance();
    }
}
