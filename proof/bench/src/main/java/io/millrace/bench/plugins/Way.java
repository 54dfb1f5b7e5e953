package io.millrace.bench.plugins;

import io.millrace.bench.frame.Word;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job's settings on the cluster: stock Hadoop's, or with Millrace's plug-ins. */
enum Way {
    STOCK("stock Hadoop"),
    MAP("the plug-in of the map side", Part.MAP_SIDE),
    SORT("both plug-ins, no partial reduce", Part.MAP_SIDE, Part.REDUCE_SIDE),
    ALL("both plug-ins, partial reduce", Part.MAP_SIDE, Part.REDUCE_SIDE, Part.PARTIAL),
    NO_CONTROLS(
            "the same without controls",
            Part.MAP_SIDE,
            Part.REDUCE_SIDE,
            Part.PARTIAL,
            Part.NO_CONTROLS),
    FAST(
            "the same with quick conversions",
            Part.MAP_SIDE,
            Part.REDUCE_SIDE,
            Part.PARTIAL,
            Part.AGENT),
    GANG("a gang of two workers", Part.GANG),
    GANG_WHOLE("the same, whole map outputs sent", Part.GANG, Part.WHOLE),
    TUNED("tuned Hadoop", Part.TUNED),
    TUNED_ALL(
            "tuned Hadoop with both plug-ins, partial reduce",
            Part.TUNED,
            Part.MAP_SIDE,
            Part.REDUCE_SIDE,
            Part.PARTIAL),
    START_1("start threshold 1", Part.MAP_SIDE, Part.REDUCE_SIDE, Part.PARTIAL, Part.START_1),
    START_12("start threshold 12", Part.MAP_SIDE, Part.REDUCE_SIDE, Part.PARTIAL, Part.START_12),
    STOP_80("stop fraction 0.8", Part.MAP_SIDE, Part.REDUCE_SIDE, Part.PARTIAL, Part.STOP_80),
    STOP_100("stop fraction 1.0", Part.MAP_SIDE, Part.REDUCE_SIDE, Part.PARTIAL, Part.STOP_100);

    /** The paper's sensitivity study, figure 10. */
    static final List<Way> SENSITIVITY = List.of(START_1, START_12, STOP_80, STOP_100);

    /** Those that are measured unless others are named; the first one is the base. */
    static final List<Way> USUAL = List.of(STOCK, MAP, SORT, ALL, NO_CONTROLS, TUNED, TUNED_ALL);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Part> parts;

    Way(String title, Part... parts) {
        this.title = title;
        this.parts = List.of(parts);
    }

    /** Settings that ways are made of. */
    private enum Part {
        MAP_SIDE(
                "mapreduce.job.map.output.collector.class=io.millrace.cluster.MillraceCollector,org.apache.hadoop.mapred.MapTask$MapOutputBuffer"),
        REDUCE_SIDE(
                "mapreduce.job.reduce.shuffle.consumer.plugin.class=io.millrace.cluster.MillraceShuffle"),
        PARTIAL(),
        NO_CONTROLS(
                "millrace.partial.start.threshold=1",
                "millrace.partial.stop.fraction=1",
                "millrace.partial.max.ratio=1",
                "millrace.partial.stagger=false"),
        START_1("millrace.partial.start.threshold=1"),
        START_12("millrace.partial.start.threshold=12"),
        STOP_80("millrace.partial.stop.fraction=0.8"),
        STOP_100("millrace.partial.stop.fraction=1"),
        AGENT(
                "mapreduce.map.java.opts=" + StudyCluster.TASK_OPTIONS + Part.JAVA_AGENT,
                "mapreduce.reduce.java.opts=" + StudyCluster.TASK_OPTIONS + Part.JAVA_AGENT),
        TUNED(
                "mapreduce.map.output.compress=true",
                "mapreduce.map.output.compress.codec=org.apache.hadoop.io.compress.SnappyCodec",
                "mapreduce.task.io.sort.mb=160",
                "mapreduce.task.io.sort.factor=100",
                "mapreduce.reduce.input.buffer.percent=0.5",
                "mapreduce.job.reduce.slowstart.completedmaps=0.25"),
        /** Three slots and an application master fit on a node. */
        GANG(
                "millrace.gang.workers=2",
                "millrace.gang.slots=3",
                "mapreduce.reduce.memory.mb=" + StudyCluster.CONTAINER_MB),
        WHOLE("millrace.exchange.overlap=false");

        private static final String JAVA_AGENT = " -javaagent:millrace-cluster.jar";

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> settings;

        Part(String... settings) {
            this.settings = List.of(settings);
        }
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

    /** Options of the launcher before the jar. */
    List<String> launcherOptions() {
        return parts.contains(Part.GANG) ? List.of("--on", "gang") : List.of();
    }

    /** Options of a benchmark's job; {@code pluginJar} has the plug-ins. */
    List<String> options(MarcoBenchmark benchmark, Path pluginJar) {
        List<String> options = new ArrayList<>();
        if (parts.contains(Part.MAP_SIDE)) {
            options.addAll(List.of("-libjars", pluginJar.toString()));
        }
        if (parts.contains(Part.PARTIAL)) {
            options.addAll(List.of("-D", benchmark.partialReducerSetting()));
        }
        for (Part part : parts) {
            part.settings.forEach(setting -> options.addAll(List.of("-D", setting)));
        }
        return options;
    }
}
