package io.millrace.hadoop.plan;

import io.millrace.engine.plan.Choice;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.inputcache.CacheableFormats;
import io.millrace.formats.registry.InputEntry;
import io.millrace.formats.registry.InputEntry.Caching;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.SplitReaders;
import io.millrace.hadoop.watch.QuickPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * How a job's splits are read: one decision for each kind of split, and whether their records are
 * cached for later jobs. Decisions are made when the job is planned, or for rare kinds when the
 * first split of the kind is read; none changes. Thread-safe.
 */
public final class InputPlan {

    /** Maximum number of kinds of splits decided before the job runs; most jobs have one. */
    private static final int KINDS = 20;

    private static final String READER = QuickPath.READER.choice();

    private final JobConf conf;
    private final JobFormats formats;

    /** Why Hadoop's own classes read everything; empty if they do not. */
    private final String obstacle;

    private final @Nullable Class<?> format;
    private final @Nullable InputEntry entry;
    private final Map<String, Decision<InputEntry>> readers = new ConcurrentHashMap<>();

    /** Number of splits of each kind decided before the job runs. */
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    private final String cacheObstacle;

    /**
     * Decides for a job's splits.
     *
     * @param obstacle why Hadoop's own classes read everything; empty if they do not
     * @param cached whether there is an input cache
     */
    InputPlan(
            JobConf conf,
            JobFormats formats,
            List<SplitKind> splits,
            String obstacle,
            boolean cached) {
        this.conf = conf;
        this.formats = formats;
        this.format = NamedFormat.input(conf);
        this.obstacle =
                obstacle.isEmpty() && format == null
                        ? "the input format's class is not found"
                        : obstacle;
        this.entry = format == null ? null : formats.registry().input(format);
        for (SplitKind split : splits) {
            String name = split.name();
            if (counts.size() < KINDS || counts.containsKey(name)) {
                reader(split);
                counts.merge(name, 1, Integer::sum);
            }
        }
        this.cacheObstacle =
                cached
                        ? cacheObstacle(splits)
                        : "jobs that tasks submit, and tasks in other processes, have none";
    }

    private Decision<InputEntry> reader(SplitKind split) {
        return readers.computeIfAbsent(split.name(), name -> decide(split));
    }

    private Decision<InputEntry> decide(SplitKind split) {
        InputEntry known = entry;
        SplitReaders candidate = known == null ? null : known.readers();
        if (!obstacle.isEmpty()) {
            return Decision.hadoops(obstacle);
        }
        if (known == null || candidate == null) {
            String off = formats.rewrites().obstacle();
            return Decision.hadoops(off.isEmpty() ? unknownFormat() : off);
        }
        Path file = split.file();
        if (!split.isReadable()) {
            return Decision.hadoops("a " + split.type());
        }
        if (!split.type().equals(known.split().getName()) || file == null) {
            return Decision.hadoops(
                    NamedFormat.find(split.type(), conf) == null
                            ? "the class " + split.type() + " is not found"
                            : "a split is a " + split.type() + ", not a plain piece of a file");
        }
        return Decision.of(known, candidate.obstacle(file, conf, formats));
    }

    private String unknownFormat() {
        return "only %s are known, not the records that %s reads"
                .formatted(
                        formats.registry().readRecords(), format == null ? "" : format.getName());
    }

    private String cacheObstacle(List<SplitKind> splits) {
        if (!FormatKeys.INPUT_CACHE.in(conf::get)) {
            return FormatKeys.INPUT_CACHE.isSetIn(conf::get)
                    ? "set by " + FormatKeys.INPUT_CACHE
                    : "default";
        }
        if (!obstacle.isEmpty() || format == null) {
            return obstacle;
        }
        String ofFormat = CacheableFormats.obstacle(format, caching(format), conf.getClassLoader());
        return !ofFormat.isEmpty()
                ? ofFormat
                : splits.stream()
                        .filter(split -> !split.isPiece())
                        .findFirst()
                        .map(split -> "a " + split.type() + " is more than a piece of a file")
                        .orElse("");
    }

    /**
     * The readers that replace the format for a split of this kind, if the classes, and not only
     * their names, are those of the decision; null if the format reads it.
     */
    public @Nullable SplitReaders readers(SplitKind kind, Class<?> ofFormat, Class<?> ofSplit) {
        InputEntry chosen = reader(kind).chosen();
        return chosen != null && chosen.fits(ofFormat, ofSplit) ? chosen.readers() : null;
    }

    /** Whether records of pieces of files are cached. */
    public boolean caches() {
        return cacheObstacle.isEmpty();
    }

    /** The caching of a format's records, if it is the class of the decision. */
    public Caching caching(Class<?> ofFormat) {
        return entry != null && entry.format() == ofFormat ? entry.caching() : Caching.UNKNOWN;
    }

    /** The choice of readers. */
    Choice<String> choice() {
        if (!obstacle.isEmpty()) {
            return new Choice<>(READER, TaskPlan.HADOOPS, obstacle);
        }
        if (counts.isEmpty()) {
            return new Choice<>(READER, "none", "the job has no map tasks");
        }
        int all = 0;
        int hadoops = 0;
        String why = "";
        for (Map.Entry<String, Integer> kind : counts.entrySet()) {
            Decision<InputEntry> decision = readers.get(kind.getKey());
            all += kind.getValue();
            if (decision != null && decision.chosen() == null) {
                hadoops += kind.getValue();
                why = why.isEmpty() ? decision.obstacle() : why;
            }
        }
        SplitReaders quick = entry == null ? null : entry.readers();
        if (hadoops == 0 && quick != null) {
            return new Choice<>(READER, TaskPlan.QUICK, quick.how());
        }
        return hadoops == all
                ? new Choice<>(READER, TaskPlan.HADOOPS, why)
                : new Choice<>(
                        READER,
                        "quick for some",
                        "of %d splits examined, Hadoop's classes read %d: %s"
                                .formatted(all, hadoops, why));
    }

    /** The choice of whether to cache input. */
    Choice<String> cacheChoice() {
        String name = FormatKeys.INPUT_CACHE.name().substring("millrace.".length());
        return caches()
                ? new Choice<>(name, "on", "set by " + FormatKeys.INPUT_CACHE)
                : new Choice<>(name, "off", cacheObstacle);
    }
}
