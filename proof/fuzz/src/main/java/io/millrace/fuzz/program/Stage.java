package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;
import io.millrace.fuzz.tape.Choices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One job of a program that is being written: its classes and the statements of its driver. */
final class Stage {

    private final Sketch sketch;
    private final Choices choices;
    private final int number;
    private final Source source;
    private final Fault fault;
    private final StringBuilder driver = new StringBuilder();
    private final Api mapApi;
    private final Api reduceApi;

    /**
     * A finished job.
     *
     * @param driver statements that configure {@code job} and run it
     * @param records its output records
     */
    record Made(String driver, Records records) {}

    Stage(Sketch sketch, int number, Source source, Fault fault) {
        this.sketch = sketch;
        this.choices = sketch.choices();
        this.number = number;
        this.source = source;
        this.fault = fault;
        this.mapApi = choices.of(Api.values());
        this.reduceApi = choices.oneIn(4) ? choices.of(Api.values()) : mapApi;
    }

    /**
     * Writes the job.
     *
     * @param last whether no other job reads its output
     */
    Made write(boolean last) {
        boolean reduces = !choices.oneIn(8);
        // Hadoop's old API lets them read beyond their record.
        boolean greedy = reduces && mapApi == Api.NEW && reduceApi == Api.NEW;
        Records middle =
                new Records(kind("Key", Kinds.KEYS, greedy), kind("Value", Kinds.VALUES, greedy));
        MapperCode.write(
                sketch, mapApi, "Map" + number, source.records(), middle, source.offsets(), fault);
        set(mapApi, "Mapper", "Map" + number);
        line(Formats.input(sketch, mapApi, source.format()));
        Records out = reduces ? reduceSide(middle, last) : mapOnly(middle);
        line("job.setOutputKeyClass(%s.class);".formatted(out.key()));
        line("job.setOutputValueClass(%s.class);".formatted(out.value()));
        if (!last && out.key().greedy()) {
            // SequenceFiles also pass the value and reject it, in whichever task comes first.
            sketch.note(Trait.FAILS_VARIOUSLY);
        }
        Api writes = reduces ? reduceApi : mapApi;
        line(last ? Formats.output(sketch, writes) : Formats.sequence(sketch, writes));
        boolean old = mapApi == Api.OLD && writes == Api.OLD;
        line("if (!run.test(%s)) {%n    return false;%n}".formatted(old ? "conf" : "job"));
        return new Made(driver.toString(), out);
    }

    private Records mapOnly(Records middle) {
        line("job.setNumReduceTasks(0);");
        if (sketch.is(Trait.RACES)) {
            sketch.note(Trait.UNORDERED);
        }
        return middle;
    }

    private Records reduceSide(Records middle, boolean last) {
        line("job.setMapOutputKeyClass(%s.class);".formatted(middle.key()));
        line("job.setMapOutputValueClass(%s.class);".formatted(middle.value()));
        line(
                "job.setNumReduceTasks(base.getInt(\"fuzz.reduces\", %d));"
                        .formatted(choices.between(1, 3)));
        if (middle.value().sticky() && sketch.knowsOrder()) {
            sketch.note(Trait.ORDER, Trait.IMPURE);
        }
        Fold legal = combiner(middle);
        choices.piece(() -> order(middle, legal != null));
        Kind outKey = choices.below(2) == 0 ? middle.key() : kind("OutKey", Kinds.KEYS, false);
        Records out = new Records(outKey, kind("OutValue", Kinds.VALUES, false));
        boolean same = legal != null && !choices.oneIn(4);
        Fold fold = same && legal != null ? legal : Fold.choose(sketch);
        if (legal != null && !same) {
            sketch.note(Trait.IMPURE);
        }
        boolean more = last && reduceApi == Api.NEW && choices.oneIn(10);
        if (more) {
            line(
                    "MultipleOutputs.addNamedOutput(job, \"extra\", TextOutputFormat.class, Text.class, LongWritable.class);");
        }
        ReducerCode.write(sketch, reduceApi, "Reduce" + number, middle, out, fold, fault, more);
        set(reduceApi, "Reducer", "Reduce" + number);
        if (choices.oneIn(10)) {
            sketch.note(Trait.COMPRESSES);
            line("conf.setBoolean(\"mapreduce.map.output.compress\", true);");
        }
        return out;
    }

    /** The reducer's fold that makes the combiner legal; null if there is none. */
    private @Nullable Fold combiner(Records middle) {
        boolean greedy = middle.key().greedy() || middle.value().greedy();
        Api api = !greedy && choices.oneIn(6) ? choices.of(Api.values()) : reduceApi;
        String name = "Combine" + number;
        Fold legal = null;
        switch (choices.below(4)) {
            case 1, 2 -> {
                if (middle.value().sums()) {
                    legal = CombinerCode.known(sketch, api, name, middle);
                } else {
                    CombinerCode.free(sketch, api, name, middle, source.oneSplit(), fault);
                }
            }
            case 3 -> CombinerCode.free(sketch, api, name, middle, source.oneSplit(), fault);
            default -> {
                return null;
            }
        }
        line("if (base.getBoolean(\"fuzz.combine\", true)) {");
        set(api, "Combiner", name);
        line("}");
        if (legal != null) {
            line("if (base.getBoolean(\"fuzz.partial\", false)) {");
            line(
                    "conf.set(\"millrace.partial.reduce.class\", %s.class.getName());"
                            .formatted(name));
            line("}");
        }
        return legal;
    }

    private boolean order(Records middle, boolean legal) {
        if (choices.oneIn(4)) {
            // The order of groups may show in other combiners, and that of values in sticky ones.
            boolean open =
                    !sketch.is(Trait.ORDER)
                            && (legal || !sketch.is(Trait.COMBINES))
                            && !middle.value().sticky();
            if (open && choices.oneIn(4)) {
                OrderCode.inconsistent(sketch, "Order" + number, middle.key(), fault);
            } else {
                OrderCode.sort(sketch, "Order" + number, middle.key(), fault);
            }
            line("job.setSortComparatorClass(Order%d.class);".formatted(number));
        }
        if (sketch.knowsOrder() && choices.oneIn(8)) {
            OrderCode.group(sketch, "Group" + number, middle.key(), fault);
            line("job.setGroupingComparatorClass(Group%d.class);".formatted(number));
            if (choices.oneIn(3)) {
                line("job.setCombinerKeyGroupingComparatorClass(Group%d.class);".formatted(number));
            }
        }
        if (choices.oneIn(5)) {
            String name = "Partition" + number;
            OrderCode.partition(sketch, mapApi, name, middle.key(), middle.value(), fault);
            set(mapApi, "Partitioner", name);
        }
        return true;
    }

    private Kind kind(String name, List<Kind> library, boolean greedy) {
        return choices.oneIn(4)
                ? OwnKinds.write(sketch, name + number, library == Kinds.KEYS, greedy)
                : choices.of(library);
    }

    private void set(Api api, String what, String name) {
        line("%s.set%sClass(%s.class);".formatted(api == Api.NEW ? "job" : "conf", what, name));
    }

    private void line(String code) {
        driver.append(code.stripTrailing()).append('\n');
    }
}
