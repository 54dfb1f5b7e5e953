package io.millrace.fuzz.run;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.fuzz.program.Program;
import io.millrace.fuzz.program.Trait;
import io.millrace.hadoop.config.TaskKeys;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** The ways to run a program, and which of them each program is run in. */
public final class Modes {

    /** The default settings. */
    public static final Mode DEFAULT = Mode.of("default");

    private static final String ISOLATION = TaskKeys.ISOLATION.name();
    static final String SHUFFLE = "millrace.shuffle.kind";
    private static final String SORT_TIES = "millrace.sort.ties";
    private static final String LOCK = "millrace.shuffle.lock";
    private static final String RUNNER = TaskKeys.RUNNER.name();
    private static final String MAP_SORT = "map.sort.class";
    private static final String COLLECTOR = "millrace.collector.kind";

    private static final Mode JARLESS = new Mode("client's classes", Map.of(), false);
    private static final Mode SHARED = Mode.of("isolation none", ISOLATION, "none");
    private static final Mode PROCESS = Mode.of("isolation process", ISOLATION, "process");
    private static final Mode WORKERS = Mode.of("two workers", TaskKeys.WORKERS.name(), "2");

    /** Attempts that a stopped worker takes along are tried again, in JVMs that start quickly. */
    private static final Mode STOPPED =
            Mode.of(
                    "stopped workers",
                    TaskKeys.WORKERS.name(),
                    "2",
                    "millrace.exchange.silence.seconds",
                    "2",
                    "mapred.child.java.opts",
                    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                    "mapreduce.map.maxattempts",
                    "4",
                    "mapreduce.reduce.maxattempts",
                    "4");

    private static final Mode HADOOP =
            Mode.of(
                    "runner hadoop",
                    RUNNER,
                    "hadoop",
                    MAP_SORT,
                    StableSort.class.getName(),
                    "mapreduce.job.reduce.shuffle.consumer.plugin.class",
                    StableShuffle.class.getName());

    private static final List<Mode> PUSHES =
            List.of(
                    Mode.of("push", SHUFFLE, "push"),
                    Mode.of("hybrid", SHUFFLE, "hybrid"),
                    Mode.of("push, reentrant", SHUFFLE, "push", LOCK, "reentrant"),
                    Mode.of("push, tas", SHUFFLE, "push", LOCK, "tas"),
                    Mode.of("hybrid, ttas", SHUFFLE, "hybrid", LOCK, "ttas"));

    private static final List<Mode> OTHERS =
            List.of(
                    Mode.of("fast paths off", Rewrite.FAST_PATHS.name(), "false"),
                    Mode.of("pull", SHUFFLE, "pull"),
                    Mode.of("slabs native", "millrace.memory.slab.kind", "native"),
                    Mode.of("slabs heap", "millrace.memory.slab.kind", "heap"),
                    Mode.of("collector sort", COLLECTOR, "sort"),
                    Mode.of("collector group", COLLECTOR, "group"),
                    Mode.of("combiner always", "millrace.combiner", "always"),
                    Mode.of("merge ahead", "millrace.merge.mode", "ahead"),
                    Mode.of("merge inline", "millrace.merge.mode", "inline"),
                    Mode.of(
                            "small pieces",
                            "millrace.sort.split.size",
                            "4k",
                            "millrace.merge.factor",
                            "2"),
                    Mode.of("isolation slot", ISOLATION, "slot"),
                    Mode.of("isolated classes", "millrace.job.classloader", "isolated"),
                    Mode.of("input cache", "millrace.input.cache", "true"),
                    Mode.of("no handover", "millrace.namespace.handover", "false"),
                    SHARED,
                    HADOOP,
                    JARLESS);

    /** Hadoop's own order of equal keys; cannot be combined with other modes. */
    private static final Mode TIES = Mode.of("ties hadoop", SORT_TIES, "hadoop");

    private static final int FORKS_ONCE_IN = 200;

    private Modes() {}

    /** All modes. */
    public static List<Mode> all() {
        return Stream.of(
                        Stream.of(DEFAULT),
                        OTHERS.stream(),
                        PUSHES.stream(),
                        rewritesOff(),
                        Stream.of(TIES, PROCESS, WORKERS, STOPPED))
                .flatMap(modes -> modes)
                .toList();
    }

    /** The mode of this name, if there is one. */
    public static Optional<Mode> named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static Stream<Mode> rewritesOff() {
        return Stream.of(Rewrite.values())
                .map(rewrite ->
                        Mode.of(
                                "without "
                                        + rewrite.key()
                                                .name()
                                                .substring("millrace.rewrite.".length()),
                                rewrite.key().name(),
                                "false"));
    }

    /** The modes that must not change the result of programs with these traits, without forks. */
    static List<Mode> fitting(Set<Trait> traits) {
        return all().stream().filter(mode -> !forks(mode) && fits(mode, traits)).toList();
    }

    /** Whether each job starts JVMs, which takes a hundred times as long as the job. */
    private static boolean forks(Mode mode) {
        return mode.equals(PROCESS) || mode.equals(WORKERS) || stopsWorkers(mode);
    }

    /** Whether a worker of a job in this mode is stopped. */
    static boolean stopsWorkers(Mode mode) {
        return mode.equals(STOPPED);
    }

    private static boolean fits(Mode mode, Set<Trait> traits) {
        boolean leaves = !mode.jar() || mode.settings().containsKey(Rewrite.EXIT.key().name());
        boolean unguarded = mode.settings().containsKey(Rewrite.STATE.key().name());
        // The stable sort rejects contradictions that it sees.
        boolean stable = mode.settings().containsKey(MAP_SORT);
        return !(leaves && traits.contains(Trait.EXITS))
                && !(stable && traits.contains(Trait.INCONSISTENT))
                && !(unguarded && traits.contains(Trait.CHANGES_PROCESS))
                && Arrays.stream(KnownDifference.values())
                        .noneMatch(known -> known.concerns(traits, mode));
    }

    /** Whether runs in a mode have Hadoop's own order of equal keys. */
    static boolean hasTies(Mode mode) {
        return mode.settings().containsKey(SORT_TIES);
    }

    /** The default mode and some more: always the same for a program and a seed. */
    public static List<Mode> sample(Program program, long seed, int more) {
        Random random = new Random(seed);
        List<Mode> fitting = fitting(program.traits());
        Set<Mode> sample = new LinkedHashSet<>(List.of(DEFAULT));
        for (int i = 0; i < more; i++) {
            Mode mode = fitting.get(random.nextInt(fitting.size()));
            Mode second = fitting.get(random.nextInt(fitting.size()));
            Mode both = mode.and(second);
            boolean twice =
                    random.nextInt(3) == 0 && !hasTies(both) && fits(both, program.traits());
            sample.add(twice ? both : mode);
        }
        if (program.is(Trait.STATICS)) {
            sample.add(JARLESS);
        }
        if (random.nextInt(FORKS_ONCE_IN) == 0) {
            sample.add(PROCESS);
        }
        if (random.nextInt(FORKS_ONCE_IN) == 0) {
            sample.add(WORKERS);
        }
        if (random.nextInt(FORKS_ONCE_IN) == 0) {
            sample.add(STOPPED);
        }
        return List.copyOf(sample);
    }
}
