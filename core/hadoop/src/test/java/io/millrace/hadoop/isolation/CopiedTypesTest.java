package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.JavaSerialization;
import org.apache.hadoop.io.serializer.JavaSerializationComparator;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Hadoop finds through Java's serialization, its registries and the names of enums are an
 * attempt's own copies where it has copies.
 */
@Tag("jdk")
class CopiedTypesTest {

    private static final String COUNTERS = CopiedTypes.Seen.class.getName();

    @TempDir Path directory;

    @BeforeEach
    void makeInput() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        Files.writeString(directory.resolve("in/left"), "one\ntwo\nthree\n");
        Files.writeString(directory.resolve("in/right"), "four\nfive\ntwo\n");
    }

    @Test
    void javasSerializationFindsThem() throws Exception {
        sameEverywhere(
                CopiedTypes.Names.class,
                job -> {
                    job.getConfiguration()
                            .setStrings(
                                    "io.serializations",
                                    JavaSerialization.class.getName(),
                                    WritableSerialization.class.getName());
                    job.setSortComparatorClass(JavaSerializationComparator.class);
                    job.setMapOutputKeyClass(CopiedTypes.Name.class);
                    job.setMapOutputValueClass(CopiedTypes.Name.class);
                });
    }

    @Test
    void hadoopsRegistriesKnowThem() throws Exception {
        sameEverywhere(
                CopiedTypes.Codes.class,
                job -> {
                    job.setMapOutputKeyClass(CopiedTypes.Code.class);
                    job.setMapOutputValueClass(CopiedTypes.Wrapped.class);
                });
    }

    private void sameEverywhere(Class<? extends Mapper<?, ?, ?, ?>> mapper, Consumer<Job> types)
            throws Exception {
        String expected = output(mapper, types, "local", "auto", false);
        assertThat(output(mapper, types, "millrace", "auto", true)).isEqualTo(expected);
        assertThat(output(mapper, types, "millrace", "slot", false)).isEqualTo(expected);
        assertThat(output(mapper, types, "millrace", "auto", false)).isEqualTo(expected);
    }

    private String output(
            Class<? extends Mapper<?, ?, ?, ?>> mapper,
            Consumer<Job> types,
            String framework,
            String isolation,
            boolean jar)
            throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.framework.name", framework);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.set("millrace.task.isolation", isolation);
        conf.set("millrace.map.threads", "2");
        conf.setInt("mapreduce.map.maxattempts", 1);
        conf.setInt("mapreduce.reduce.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, mapper);
        types.accept(job);
        job.setReducerClass(CopiedTypes.Writes.class);
        job.setNumReduceTasks(1);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        if (jar) {
            JobJars.bring(job, directory, CopiedTypes.class);
        }
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        String group = jar ? COUNTERS.substring(COUNTERS.lastIndexOf('.') + 1) : COUNTERS;
        Path out = directory.resolve("out");
        String result =
                job.getCounters().findCounter(group, "KEYS").getValue()
                        + " keys, "
                        + job.getCounters().findCounter(group, "VALUES").getValue()
                        + " values\n"
                        + Files.readString(out.resolve("part-r-00000"));
        Files.move(out, directory.resolve(framework + isolation + jar));
        return result;
    }
}
