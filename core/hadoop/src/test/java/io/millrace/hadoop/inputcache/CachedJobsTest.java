package io.millrace.hadoop.inputcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.formats.inputcache.FileIdentity;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.hadoop.job.Jars;
import io.millrace.hadoop.job.JobTable;
import io.millrace.hadoop.jobs.FormatJobs;
import io.millrace.hadoop.jobs.InputFormatJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import io.millrace.verify.Outcome;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that read what earlier ones read. */
@Sampled(oneIn = 4)
final class CachedJobsTest {

    private static final Map<String, String> ON = Map.of("millrace.input.cache", "true");
    private static final long TICK_MILLIS = 150;

    @AfterEach
    void whatIsKeptCanBeGivenBack() throws Exception {
        JobTable.of(MillraceProcess.current()).inputs().clear();
        org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("mem:///");
        root.getFileSystem(new JobConf()).delete(root, true);
        NothingLeft.check();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theSecondJobReadsAllFromMemoryAndGivesTheSame(JobCase job) throws Exception {
        SameAsLocal.local(job);
        settle(SameAsLocal.input(job));
        Outcome first = SameAsLocal.check(job, EngineSetup.PLAIN, ON);
        Outcome second = SameAsLocal.check(job, EngineSetup.PLAIN, ON);

        long splits = count(first, InputCache.MISSES);
        assertThat(splits).isPositive();
        assertThat(count(first, InputCache.HITS)).isZero();
        assertThat(count(second, InputCache.MISSES)).isZero();
        assertThat(count(second, InputCache.HITS)).isEqualTo(splits);
        assertThat(second.total(FileInputFormatCounter.BYTES_READ)).isZero();
    }

    static Stream<JobCase> formats() {
        return Stream.of(
                WordCounts.newApi(),
                WordCounts.oldApi(),
                MapOnlyJobs.newApi(),
                MapOnlyJobs.oldApi(),
                InputFormatJobs.lines(),
                InputFormatJobs.keyAndValue(),
                InputFormatJobs.sequencesAsText(),
                InputFormatJobs.fixedLength(),
                InputFormatJobs.scribbling(),
                InputFormatJobs.oldOwn(),
                FormatJobs.splitText(),
                FormatJobs.compressedText(BZip2Codec.class),
                FormatJobs.sequenceFiles(CompressionType.NONE),
                FormatJobs.sequenceFiles(CompressionType.BLOCK),
                FormatJobs.sequenceFilesOld());
    }

    @Test
    void ofAFormatThatIsNotKnownTheWholeConfigurationIsCompared() throws Exception {
        Path input = Workspace.directory("cached-own");
        Files.writeString(input.resolve("lines"), "a\nb\n");
        settle(input);
        String format = CacheableFormatSamples.Fresh.class.getName();
        Map<String, String> own = Map.of("mapreduce.job.inputformat.class", format);
        assertThat(lines(input, own)).containsExactly("a", "b");
        assertThat(hits).isZero();
        assertThat(lines(input, own)).containsExactly("a", "b");
        assertThat(hits).isEqualTo(1);

        Map<String, String> other = new HashMap<>(own);
        other.put("my.own.setting", "2");
        assertThat(lines(input, other)).containsExactly("a", "b");
        assertThat(hits).as("another setting, which the format may read").isZero();

        Map<String, String> renamed = new HashMap<>(own);
        renamed.put("mapreduce.job.tags", "renamed");
        renamed.put("mapred.reducer.class", "NotAskedFor");
        renamed.put("mapreduce.output.textoutputformat.separator", ";");
        renamed.put("millrace.fast.paths", "false");
        assertThat(lines(input, renamed)).containsExactly("a", "b");
        assertThat(hits).as("settings that no format reads").isEqualTo(1);
    }

    @Test
    void aMapperMayHoldOnToRecordsThatTheReaderMadeAnew() throws Exception {
        Path input = Workspace.directory("cached-held");
        Files.writeString(input.resolve("lines"), "a\nb\nc\n");
        settle(input);
        Map<String, String> hold =
                Map.of(
                        "mapreduce.job.inputformat.class",
                        CacheableFormatSamples.Fresh.class.getName(),
                        "test.hold",
                        "true");
        for (int i = 0; i < 2; i++) {
            assertThat(lines(input, hold)).containsExactly("a", "b", "c");
            assertThat(hits).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                CacheableFormatSamples.Unwritable.class,
                CacheableFormatSamples.Unmakeable.class,
                CacheableFormatSamples.Forgetful.class
            })
    void recordsThatCannotBeMadeAgainAreReadAgain(Class<?> format) throws Exception {
        Path input = Workspace.directory("cached-odd");
        Files.writeString(input.resolve("lines"), "a\nb\n");
        settle(input);
        Map<String, String> own = Map.of("mapreduce.job.inputformat.class", format.getName());
        for (int i = 0; i < 2; i++) {
            assertThat(lines(input, own)).containsExactly("a", "b");
            assertThat(hits).isZero();
            assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isZero();
        }
    }

    @Test
    void recordsOfClassesOfTheJobsJarAreKeptForJobsWithTheSameJar() throws Exception {
        Path input = Workspace.directory("cached-jar");
        Path directory = Workspace.directory("cached-jars");
        Files.writeString(input.resolve("lines"), "a\nb\n");
        settle(input);
        Path first = SourceJar.of(directory, "Brought", CacheableFormatSamples.brought("first "));
        Path second = SourceJar.of(directory, "Brought", CacheableFormatSamples.brought("second "));
        Map<String, String> own = Map.of("mapreduce.job.inputformat.class", "Brought");
        try (URLClassLoader client = new URLClassLoader(new URL[] {first.toUri().toURL()})) {
            loader = client;
            jar = first;
            assertThat(lines(input, own)).containsExactly("first a", "first b");
            assertThat(hits).isZero();
            assertThat(lines(input, own)).containsExactly("first a", "first b");
            assertThat(hits).isEqualTo(1);
            jar = second;
            assertThat(lines(input, own)).containsExactly("second a", "second b");
            assertThat(hits).isZero();
            assertThat(lines(input, own)).containsExactly("second a", "second b");
            assertThat(hits).isEqualTo(1);
        }
    }

    @Test
    void whereCodeCannotBeComparedNothingIsKept() throws Exception {
        Path input = Workspace.directory("cached-slot");
        Path directory = Workspace.directory("cached-slot-jar");
        Files.writeString(input.resolve("lines"), "a\n");
        settle(input);
        jar = Jars.repeat(directory, CacheableFormatSamples.class);
        Map<String, String> slot =
                Map.of(
                        "mapreduce.job.inputformat.class",
                        CacheableFormatSamples.Fresh.class.getName(),
                        "millrace.task.isolation",
                        "slot");
        assertThat(lines(input, slot)).containsExactly("a");
        assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isZero();
    }

    @Test
    void withoutTheKeyNothingIsKeptOrCounted() throws Exception {
        Outcome outcome = SameAsLocal.check(WordCounts.newApi(), EngineSetup.PLAIN);
        assertThat(outcome.jobs().get(0).counters().keySet())
                .noneMatch(name -> name.startsWith(InputCache.GROUP));
        assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isZero();
    }

    @Test
    void whereMemoryIsShortJobsGoOnWithoutIt() throws Exception {
        settle(SameAsLocal.input(WordCounts.newApi()));
        EngineSetup tiny = EngineSetup.PLAIN.with(Memory.TINY);
        for (int i = 0; i < 3; i++) {
            SameAsLocal.check(WordCounts.newApi(), tiny, ON);
            SameAsLocal.check(WordCounts.newApiWithoutCombiner(), tiny, ON);
        }
        assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isLessThan(1 << 20);
    }

    @Test
    void anEngineThatIsOpenedAnewHasNothingOfTheLastOne() throws Exception {
        settle(SameAsLocal.input(WordCounts.newApi()));
        SameAsLocal.check(WordCounts.newApi(), EngineSetup.PLAIN, ON);
        assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isPositive();
        Outcome other =
                SameAsLocal.check(WordCounts.newApi(), EngineSetup.PLAIN.with(Memory.TINY), ON);
        assertThat(count(other, InputCache.HITS)).isZero();
    }

    @Test
    void aFileThatChangedIsReadAgainWhateverItsTimeAndLengthSay() throws Exception {
        Path input = Workspace.directory("cached-changed");
        Path file = input.resolve("lines");
        Files.writeString(file, "a\nb\n");
        FileTime time = Files.getLastModifiedTime(file);
        settle(input);
        assertThat(lines(input, Map.of())).containsExactly("a", "b");
        assertThat(lines(input, Map.of())).containsExactly("a", "b");
        assertThat(hits).isEqualTo(1);

        Files.writeString(file, "c\nd\n");
        Files.setLastModifiedTime(file, time);
        settle(input);
        assertThat(lines(input, Map.of())).containsExactly("c", "d");
        assertThat(hits).isZero();

        Path other = input.resolveSibling("cached-other");
        Files.writeString(other, "e\nf\n");
        Files.setLastModifiedTime(other, time);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        settle(input);
        assertThat(lines(input, Map.of())).containsExactly("e", "f");
        assertThat(hits).isZero();
    }

    @Test
    void aFileThatHasJustChangedIsNotKept() throws Exception {
        Path input = Workspace.directory("cached-new");
        Files.writeString(input.resolve("lines"), "a\n");
        FileTime future = FileTime.fromMillis(System.currentTimeMillis() + 3_600_000);
        org.apache.hadoop.fs.FileStatus status =
                new org.apache.hadoop.fs.FileStatus(
                        2,
                        false,
                        1,
                        1,
                        future.toMillis(),
                        new org.apache.hadoop.fs.Path("hdfs://host/lines"));
        assertThat(FileIdentity.of(status)).isNull();
    }

    @Test
    void settingsThatTheFormatReadsTellRecordsApartAndOthersDoNot() throws Exception {
        Path input = Workspace.directory("cached-settings");
        Files.writeString(input.resolve("lines"), "a;b\nc\n");
        settle(input);
        assertThat(lines(input, Map.of())).containsExactly("a;b", "c");
        assertThat(lines(input, Map.of("textinputformat.record.delimiter", ";")))
                .containsExactly("a", "b\nc\n");
        assertThat(hits).isZero();
        assertThat(lines(input, Map.of("my.own.iteration", "2"))).containsExactly("a;b", "c");
        assertThat(hits).isEqualTo(1);
        assertThat(
                        lines(
                                input,
                                Map.of(
                                        "mapreduce.job.inputformat.class",
                                        KeyValueTextInputFormat.class.getName())))
                .containsExactly("", "");
        assertThat(hits).isZero();
    }

    @Test
    void whatAMapperDoesNotReadToTheEndIsNotKept() throws Exception {
        Path input = Workspace.directory("cached-partly");
        Files.writeString(input.resolve("lines"), "a\nb\nc\n");
        settle(input);
        assertThat(lines(input, Map.of("test.stop.after", "2"))).containsExactly("a", "b");
        assertThat(JobTable.of(MillraceProcess.current()).inputs().heldBytes()).isZero();
        assertThat(lines(input, Map.of())).containsExactly("a", "b", "c");
        assertThat(hits).isZero();
    }

    @Test
    void aMapperThatFailsAndIsTriedAgainReadsAllOfIt() throws Exception {
        Path input = Workspace.directory("cached-failing");
        Files.writeString(input.resolve("lines"), "a\nb\nc\n");
        settle(input);
        assertThat(lines(input, Map.of("test.fail.after", "2"))).containsExactly("a", "b", "c");
        assertThat(lines(input, Map.of("test.fail.after", "2"))).containsExactly("a", "b", "c");
        assertThat(hits).isEqualTo(1); // of the attempts that count
    }

    @Test
    void aMapperThatChangesItsRecordsChangesNothingForTheNextJob() throws Exception {
        Path input = Workspace.directory("cached-spoilt");
        Files.writeString(input.resolve("lines"), "a\nb\n");
        settle(input);
        Map<String, String> spoil = Map.of("test.spoil", "true");
        assertThat(lines(input, spoil)).containsExactly("a", "b");
        assertThat(lines(input, spoil)).containsExactly("a", "b");
        assertThat(hits).isEqualTo(1);
        assertThat(lines(input, Map.of())).containsExactly("a", "b");
    }

    @Test
    void filesInMemoryAreToldApartHoweverQuicklyTheyChange() throws Exception {
        org.apache.hadoop.fs.Path input = new org.apache.hadoop.fs.Path("mem:/cached/in");
        FileSystem files = input.getFileSystem(new JobConf());
        for (String content : List.of("a\n", "b\n", "c\n")) {
            try (var out = files.create(new org.apache.hadoop.fs.Path(input, "lines"), true)) {
                out.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            assertThat(lines(input, Map.of())).containsExactly(content.trim());
            assertThat(hits).isZero();
            assertThat(lines(input, Map.of())).containsExactly(content.trim());
            assertThat(hits).isEqualTo(1);
        }
    }

    /** Of the last job. */
    private long hits;

    /** What jobs bring, and where their client has its classes from. */
    private @Nullable Path jar;

    private @Nullable ClassLoader loader;

    private List<String> lines(Path input, Map<String, String> settings) throws Exception {
        return lines(new org.apache.hadoop.fs.Path(input.toUri()), settings);
    }

    /** Runs a job that writes its values as they are; what it wrote. */
    private List<String> lines(org.apache.hadoop.fs.Path input, Map<String, String> settings)
            throws Exception {
        Path output = Workspace.directory("cached-output").resolve("out");
        JobConf conf = Framework.MILLRACE.newConf();
        EngineSetup.PLAIN.applyTo(conf);
        ON.forEach(conf::set);
        settings.forEach(conf::set);
        Job job =
                new JobRun(conf, input, new org.apache.hadoop.fs.Path(output.toUri()))
                        .newJob("cached");
        job.setMapperClass(Values.class);
        if (jar != null) {
            job.setJar(jar.toString());
        }
        if (loader != null) {
            job.getConfiguration().setClassLoader(loader);
        }
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        Counters counters = job.getCounters();
        hits = counters.findCounter(InputCache.GROUP, InputCache.HITS).getValue();
        String all = Files.readString(output.resolve("part-m-00000"));
        return all.isEmpty()
                ? List.of()
                : List.of(all.substring(0, all.length() - 1).split("\u0001\n", -1)).stream()
                        .map(line -> line.replace("\u0001", ""))
                        .toList();
    }

    /** Writes each value with an end of its own, since it may have lines in it. */
    public static final class Values extends Mapper<Object, Object, Text, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            int stop = context.getConfiguration().getInt("test.stop.after", Integer.MAX_VALUE);
            int fail = context.getConfiguration().getInt("test.fail.after", Integer.MAX_VALUE);
            boolean hold = context.getConfiguration().getBoolean("test.hold", false);
            List<Object> held = new ArrayList<>();
            int read = 0;
            while (read < stop && context.nextKeyValue()) {
                read++;
                Object value = context.getCurrentValue();
                if (hold) {
                    held.add(value);
                } else {
                    context.write(new Text(value + "\u0001"), NullWritable.get());
                }
                if (context.getConfiguration().getBoolean("test.spoil", false)) {
                    ((Text) value).set("spoilt");
                    ((LongWritable) context.getCurrentKey()).set(-1);
                }
                if (read == fail && context.getTaskAttemptID().getId() == 0) {
                    throw new IOException("asked to fail");
                }
            }
            for (Object value : held) {
                context.write(new Text(value + "\u0001"), NullWritable.get());
            }
        }
    }

    private static long count(Outcome outcome, String counter) {
        return outcome.jobs().stream()
                .mapToLong(job -> job.counters().getOrDefault(InputCache.GROUP + ":" + counter, 0L))
                .sum();
    }

    /** Waits until the files have not changed for a while: before, nothing is kept of them. */
    private static void settle(Path input) throws Exception {
        for (Path file : new TreeSet<>(Workspace.filesBelow(input))) {
            Await.until(
                    file + " is old enough",
                    () ->
                            System.currentTimeMillis()
                                            - ((FileTime) Files.getAttribute(file, "unix:ctime"))
                                                    .toMillis()
                                    > TICK_MILLIS);
        }
    }
}
