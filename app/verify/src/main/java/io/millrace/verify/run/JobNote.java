package io.millrace.verify.run;

import io.millrace.verify.FinishedJob;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Facts about a job that ended, noted down by the process that ran it for the one that compares.
 *
 * @param job how it ended
 * @param output its output directory; empty if it has none
 * @param combines whether it has a combiner
 * @param compresses whether it compresses map output
 * @param libraries jars of {@code -libjars}
 */
public record JobNote(
        FinishedJob job,
        String output,
        boolean combines,
        boolean compresses,
        List<String> libraries) {

    public JobNote {
        libraries = List.copyOf(libraries);
    }

    private static final String COUNTER = "counter ";

    /** Hadoop's key for {@code -libjars}, which it names nowhere. */
    private static final String LIBRARIES = "tmpjars";

    static JobNote of(
            String name, boolean succeeded, String failure, JobConf conf, Counters counters) {
        Map<String, Long> values = FinishedJob.values(counters);
        // The length of a split's path: programs name directories between two jobs at random.
        values.remove(
                FinishedJob.key(TaskCounter.class.getName(), TaskCounter.SPLIT_RAW_BYTES.name()));
        return new JobNote(
                new FinishedJob(name, succeeded, failure, values),
                conf.get(FileOutputFormat.OUTDIR, ""),
                conf.getCombinerClass() != null || conf.get(MRJobConfig.COMBINE_CLASS_ATTR) != null,
                conf.getCompressMapOutput(),
                List.copyOf(conf.getTrimmedStringCollection(LIBRARIES)));
    }

    /** Writes the note; readers see all of it or nothing. */
    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("name", job.name());
        properties.setProperty("succeeded", Boolean.toString(job.succeeded()));
        properties.setProperty("failure", job.failure());
        properties.setProperty("output", output);
        properties.setProperty("combines", Boolean.toString(combines));
        properties.setProperty("compresses", Boolean.toString(compresses));
        properties.setProperty("libraries", String.join(",", libraries));
        job.counters()
                .forEach((name, value) ->
                        properties.setProperty(COUNTER + name, Long.toString(value)));
        Path unfinished = Files.createTempFile(file.getParent(), "note", ".part");
        try (Writer writer = Files.newBufferedWriter(unfinished)) {
            properties.store(writer, null);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static JobNote read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Map<String, Long> counters = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(COUNTER)) {
                counters.put(
                        key.substring(COUNTER.length()),
                        Long.parseLong(properties.getProperty(key)));
            }
        }
        return new JobNote(
                new FinishedJob(
                        properties.getProperty("name"),
                        Boolean.parseBoolean(properties.getProperty("succeeded")),
                        properties.getProperty("failure"),
                        counters),
                properties.getProperty("output"),
                Boolean.parseBoolean(properties.getProperty("combines")),
                Boolean.parseBoolean(properties.getProperty("compresses")),
                Stream.of(properties.getProperty("libraries", "").split(","))
                        .filter(library -> !library.isEmpty())
                        .toList());
    }
}
