package io.millrace.bench.overlap;

import io.millrace.bench.contender.StudyCluster;
import io.millrace.bench.frame.Word;
import io.millrace.bench.job.Settings;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job's settings on the cluster: those of other ways, and its own. */
enum Way {
    STOCK("stock Hadoop", List.of()),
    MAP(
            "the plug-in of the map side",
            List.of(STOCK),
            "mapreduce.job.map.output.collector.class=io.millrace.cluster.MillraceCollector,org.apache.hadoop.mapred.MapTask$MapOutputBuffer"),
    SORT(
            "both plug-ins, no partial reduce",
            List.of(MAP),
            "mapreduce.job.reduce.shuffle.consumer.plugin.class=io.millrace.cluster.MillraceShuffle"),
    ALL("both plug-ins, partial reduce", List.of(SORT)),
    NO_CONTROLS(
            "the same without controls",
            List.of(ALL),
            "millrace.partial.start.threshold=1",
            "millrace.partial.stop.fraction=1",
            "millrace.partial.max.ratio=1",
            "millrace.partial.stagger=false"),
    FAST(
            "the same with quick conversions",
            List.of(ALL),
            "mapreduce.map.java.opts=" + Way.WITH_AGENT,
            "mapreduce.reduce.java.opts=" + Way.WITH_AGENT),
    /** Three slots and an application master fit on a node. */
    GANG(
            "a gang of two workers",
            List.of(STOCK),
            "millrace.gang.workers=2",
            "millrace.gang.slots=3",
            "mapreduce.reduce.memory.mb=" + StudyCluster.CONTAINER_MB),
    GANG_WHOLE(
            "the same, whole map outputs sent", List.of(GANG), "millrace.exchange.overlap=false"),
    TUNED(
            "tuned Hadoop",
            List.of(STOCK),
            "mapreduce.map.output.compress=true",
            "mapreduce.map.output.compress.codec=org.apache.hadoop.io.compress.SnappyCodec",
            "mapreduce.task.io.sort.mb=160",
            "mapreduce.task.io.sort.factor=100",
            "mapreduce.reduce.input.buffer.percent=0.5",
            "mapreduce.job.reduce.slowstart.completedmaps=0.25"),
    TUNED_ALL("tuned Hadoop with both plug-ins, partial reduce", List.of(TUNED, ALL)),
    START_1("start threshold 1", List.of(ALL), "millrace.partial.start.threshold=1"),
    START_12("start threshold 12", List.of(ALL), "millrace.partial.start.threshold=12"),
    STOP_80("stop fraction 0.8", List.of(ALL), "millrace.partial.stop.fraction=0.8"),
    STOP_100("stop fraction 1.0", List.of(ALL), "millrace.partial.stop.fraction=1");

    /** The paper's sensitivity study, figure 10. */
    static final List<Way> SENSITIVITY = List.of(START_1, START_12, STOP_80, STOP_100);

    /** Those that are measured unless others are named; the first one is the base. */
    static final List<Way> USUAL = List.of(STOCK, MAP, SORT, ALL, NO_CONTROLS, TUNED, TUNED_ALL);

    private static final String WITH_AGENT =
            StudyCluster.TASK_OPTIONS + " -javaagent:millrace-cluster.jar";

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Way> bases;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> settings;

    Way(String title, List<Way> bases, String... settings) {
        this.title = title;
        this.bases = bases;
        this.settings = List.of(settings);
    }

    /** Name on the command line. */
    @Override
    public String toString() {
        return Word.of(this);
    }

    /** Name in tables. */
    String title() {
        return title;
    }

    private boolean is(Way base) {
        return this == base || bases.stream().anyMatch(each -> each.is(base));
    }

    private List<String> allSettings() {
        List<String> all = new ArrayList<>();
        bases.forEach(base -> all.addAll(base.allSettings()));
        all.addAll(settings);
        return all;
    }

    /** Options of the launcher before the jar. */
    List<String> launcherOptions() {
        return is(GANG) ? List.of("--on", "gang") : List.of();
    }

    /** Options of a benchmark's job; {@code pluginJar} has the plug-ins. */
    List<String> options(MarcoBenchmark benchmark, Path pluginJar) {
        List<String> options = new ArrayList<>();
        if (is(MAP)) {
            options.addAll(List.of("-libjars", pluginJar.toString()));
        }
        if (is(ALL)) {
            options.addAll(Settings.options(benchmark.partialReducerSetting()));
        }
        options.addAll(Settings.options(allSettings()));
        return options;
    }
}
