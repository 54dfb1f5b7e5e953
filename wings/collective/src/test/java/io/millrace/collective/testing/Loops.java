package io.millrace.collective.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.gang.OwnMemory;
import io.millrace.engine.config.Settings;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Jobs for loops to run over: an input of numbers, cut into several splits. */
public final class Loops {

    private static final int LINES = 600;

    /** Map tasks of an iteration. */
    public static final int SPLITS = 7;

    private final Path folder;
    private final Path input;

    /** Works in an empty folder, on lines of {@code index TAB x y}. */
    public Loops(Path folder) throws IOException {
        this.folder = folder;
        this.input = folder.resolve("input");
        SplittableRandom random = new SplittableRandom(7);
        List<String> lines =
                IntStream.range(0, LINES)
                        .mapToObj(i ->
                                i + "\t" + random.nextDouble(-9, 9) + " " + random.nextDouble())
                        .toList();
        Files.write(input, lines);
    }

    public List<String> lines() throws IOException {
        return Files.readAllLines(input);
    }

    public Path folder() {
        return folder;
    }

    /** A job over the input; {@code settings} are key and value by turns. */
    public Job job(String framework, String... settings) throws IOException {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.setLong(
                "mapreduce.input.fileinputformat.split.maxsize", Files.size(input) / SPLITS + 1);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.setInt("mapreduce.local.map.tasks.maximum", 8);
        conf.set("millrace.map.threads", "8");
        conf.set("millrace.memory.max", "128m");
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        Job job = Job.getInstance(conf, "loop");
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        return job;
    }

    /** What no loop may leave behind. */
    public void assertNothingLeft() throws IOException {
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
        assertThat(OwnMemory.of(MillraceProcess.current(), Settings.DEFAULTS).heldBytes()).isZero();
        Path temporary = folder.resolve("tmp");
        if (Files.exists(temporary)) {
            try (var files = Files.list(temporary)) {
                assertThat(files.filter(file -> file.toString().contains("millrace-loop")))
                        .isEmpty();
            }
        }
        Path open = Path.of("/proc/self/fd");
        if (Files.exists(open)) {
            try (var links = Files.list(open)) {
                // An attempt that is killed closes its output a moment later.
                assertThat(links.map(Loops::target))
                        .noneMatch(file ->
                                file.startsWith(temporary + "/millrace-loop")
                                        && file.contains("/.in-use-"));
            }
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // it was closed meanwhile
        }
    }

    /** What a loop has come to, as text that tells every bit. */
    public static List<String> text(LoopState state) {
        return text(state.data());
    }

    public static List<String> text(DynamicData data) {
        return data.stream().map(record -> record.key() + "=" + text(record.value())).toList();
    }

    private static String text(Writable value) {
        if (value instanceof ArrayPrimitiveWritable array && array.get() instanceof double[] all) {
            return Arrays.toString(all);
        }
        return value.toString();
    }

    /** The numbers of all records, one after the other. */
    public static double[] numbers(LoopState state) {
        return state.data().stream()
                .flatMapToDouble(record ->
                        Arrays.stream((double[]) ((ArrayPrimitiveWritable) record.value()).get()))
                .toArray();
    }
}
