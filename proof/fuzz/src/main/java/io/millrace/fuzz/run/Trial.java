package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import io.millrace.hadoop.loader.HadoopRegistries;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.mapred.JobConf;

/** One program with its jar and its input on disk, which can be run any number of times. */
public final class Trial implements AutoCloseable {

    /** Makes tasks reset statics whose initial values they rely on. */
    private static final String RESET_STATICS = "fuzz.reset.statics";

    private static final String SHUFFLE = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

    private final Workplace place;
    private final CompiledProgram program;
    private final Path folder;
    private final Path jar;
    private final Path input;
    private final Set<Trait> traits;

    /** Loads the program's classes for reading its output. */
    private final URLClassLoader reader;

    private int runs;
    private final Map<EqualKeys, Observation> expected = new EnumMap<>(EqualKeys.class);

    /** The order of equal keys in the local runner. */
    private enum EqualKeys {
        AS_IT_HAS_THEM,
        AS_IT_HAS_THEM_FETCHED_IN_ORDER,
        AS_EMITTED
    }

    private Trial(Workplace place, CompiledProgram program, Path folder) throws IOException {
        this.place = place;
        this.program = program;
        this.folder = folder;
        this.jar = folder.resolve("job.jar");
        this.input = folder.resolve("in");
        program.writeJar(jar);
        reader = loader();
        writeInput(input, program.input(reader));
        traits = program.traits(reader);
    }

    public static Trial of(Workplace place, CompiledProgram program) throws IOException {
        return new Trial(place, program, place.folder());
    }

    Set<Trait> traits() {
        return traits;
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                program.name(), new URL[] {jar.toUri().toURL()}, Trial.class.getClassLoader());
    }

    /** The difference between Millrace in that mode and Hadoop's local runner. */
    public Difference compare(Mode mode, EngineSetup engine) throws IOException {
        Observation reference =
                Modes.hasTies(mode)
                        ? expected(EqualKeys.AS_IT_HAS_THEM_FETCHED_IN_ORDER)
                        : expected();
        Observation actual = millrace(mode, engine, Map.of(), input);
        return new Comparison(traits).of(reference, actual);
    }

    /**
     * Unexpected differences caused by a change of the input or of the job; empty if there are
     * none, or if the change does not apply to the program.
     */
    public Difference relate(Relation relation, EngineSetup engine) throws IOException {
        if (!relation.concerns(traits) || !expected().succeeded()) {
            return Difference.NONE;
        }
        Path changed = folder.resolve(relation.name());
        writeInput(changed, relation.input(program.input(reader)));
        Observation actual = millrace(Modes.DEFAULT, engine, relation.settings(), changed);
        return Comparison.related(expected(), actual);
    }

    private static void writeInput(Path folder, String[] files) throws IOException {
        Files.createDirectory(folder);
        for (int i = 0; i < files.length; i++) {
            Files.write(folder.resolve("file" + i), files[i].getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private Observation expected() throws IOException {
        return expected(
                traits.contains(Trait.ORDER) ? EqualKeys.AS_EMITTED : EqualKeys.AS_IT_HAS_THEM);
    }

    /** The local runner's result for the program. */
    private Observation expected(EqualKeys order) throws IOException {
        Observation known = expected.get(order);
        if (known == null) {
            JobConf conf = place.conf();
            conf.set("mapreduce.framework.name", "local");
            conf.setBoolean(RESET_STATICS, true);
            if (order == EqualKeys.AS_EMITTED) {
                conf.set("map.sort.class", StableSort.class.getName());
                conf.set(SHUFFLE, StableShuffle.class.getName());
            } else if (order == EqualKeys.AS_IT_HAS_THEM_FETCHED_IN_ORDER) {
                conf.set(SHUFFLE, OrderedFetch.class.getName());
            }
            known = run(conf, true, input);
            expected.put(order, known);
        }
        return known;
    }

    private Observation millrace(
            Mode mode, EngineSetup engine, Map<String, String> settings, Path in)
            throws IOException {
        JobConf conf = place.conf();
        conf.set("mapreduce.framework.name", "millrace");
        engine.settings().forEach(conf::set);
        mode.settings().forEach(conf::set);
        settings.forEach(conf::set);
        if (mode.jar()) {
            conf.setJar(jar.toString());
        } else {
            conf.setBoolean(RESET_STATICS, true); // tasks share the client's classes
        }
        return Modes.stopsWorkers(mode) ? runAndStop(conf, in) : run(conf, false, in);
    }

    /** Stops a worker of one job at a point that the program's name determines. */
    private Observation runAndStop(JobConf conf, Path in) throws IOException {
        Path temporary = folder.resolve("tmp");
        conf.set("hadoop.tmp.dir", temporary.toString());
        WorkerStop stop = WorkerStop.begin(temporary, new Random(program.name().hashCode()));
        Observation seen = run(conf, false, in);
        String fault = stop.end();
        return fault.isEmpty() ? seen : new Observation(seen.outcome(), fault);
    }

    private Observation run(JobConf conf, boolean local, Path in) throws IOException {
        boolean changes = local && traits.contains(Trait.CHANGES_PROCESS);
        Lock turn = place.processState(changes);
        turn.lock();
        try {
            return changes ? runAndPutBack(conf, in) : runBeside(conf, local, in);
        } finally {
            turn.unlock();
        }
    }

    /**
     * Runs the program as a client that leaves the properties of the process as they were, because
     * attempts on Millrace find them as their client left them. Programs change no other state.
     */
    private Observation runAndPutBack(JobConf conf, Path in) throws IOException {
        Properties properties = System.getProperties();
        Map<Object, Object> before = Map.copyOf(properties);
        try {
            return runBeside(conf, true, in);
        } finally {
            properties.keySet().retainAll(before.keySet());
            properties.putAll(before);
        }
    }

    private Observation runBeside(JobConf conf, boolean local, Path in) throws IOException {
        JobEnds ends = new JobEnds(local);
        org.apache.hadoop.fs.Path out =
                new org.apache.hadoop.fs.Path(folder.resolve("out%05d".formatted(runs++)).toUri());
        String thrown = "";
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        URLClassLoader loader = loader();
        try {
            thread.setContextClassLoader(loader);
            conf.setClassLoader(loader);
            program.drive(loader, conf, new org.apache.hadoop.fs.Path(in.toUri()), out, ends);
        } catch (Throwable e) { // any exception of the program
            thrown = Failures.first(e);
        } finally {
            thread.setContextClassLoader(before);
            close(loader);
        }
        conf.setClassLoader(reader);
        return new Observation(new Outcome(ends.all(), OutputTree.read(out, conf)), thrown);
    }

    private static void close(URLClassLoader loader) throws IOException {
        loader.close();
        HadoopRegistries.forget(loader);
    }

    @Override
    public void close() throws IOException {
        close(reader);
        Workplace.delete(folder);
    }
}
