package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;

/** Writes comparators and partitioners. */
final class OrderCode {

    private static final String OBJECTS =
            """
            public static class ${name} extends WritableComparator {
                public ${name}() {
                    super(${k}.class, true);
                }

                @Override
                @SuppressWarnings("rawtypes")
                public int compare(WritableComparable a, WritableComparable b) {
                    ${k} one = (${k}) a;
                    ${k} two = (${k}) b;
            ${fault}        return ${result};
                }
            }
            """;

    private static final String BYTES =
            """
            public static class ${name} extends WritableComparator {
                public ${name}() {
                    super(${k}.class);
                }

                @Override
                public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
                    return compareBytes(${result});
                }
            }
            """;

    private static final String OWN =
            """
            public static class ${name} implements RawComparator<${k}> {
                private final DataInputBuffer in = new DataInputBuffer();
                ${static}${k} one = ${fresh};
                ${static}${k} two = ${fresh};

                @Override
                public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
                    try {
                        in.reset(b1, s1, l1);
                        one.readFields(in);
                        in.reset(b2, s2, l2);
                        two.readFields(in);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                    return compare(one, two);
                }

                @Override
                public int compare(${k} one, ${k} two) {
            ${fault}        return ${result};
                }
            }
            """;

    private static final String NEW_PARTITIONER =
            """
            public static class ${name} extends Partitioner<${k}, ${v}> {
                @Override
                public int getPartition(${k} key, ${v} value, int count) {
            ${fault}        return ${result};
                }
            }
            """;

    private static final String OLD_PARTITIONER =
            """
            public static class ${name} implements org.apache.hadoop.mapred.Partitioner<${k}, ${v}> {
                @Override
                public void configure(JobConf conf) {}

                @Override
                public int getPartition(${k} key, ${v} value, int count) {
            ${fault}        return ${result};
                }
            }
            """;

    private OrderCode() {}

    /**
     * A sort order that no key equals: not even itself, or where each of three keys comes before
     * the next. Hadoop makes a group of each record then, and leaves their order open.
     */
    static void inconsistent(Sketch sketch, String name, Kind key, Fault fault) {
        sketch.note(Trait.INCONSISTENT, Trait.RACES, Trait.UNORDERED, Trait.IMPURE);
        String result =
                sketch.choices()
                        .of(
                                "one.compareTo(two) < 0 ? -1 : 1",
                                "one.compareTo(two) > 0 ? 1 : -1",
                                "Math.floorMod(%s.length() - %s.length(), 3) == 1 ? 1 : -1"
                                        .formatted(key.textOf("one"), key.textOf("two")));
        objects(sketch, name, key, result, fault, Fault.Place.COMPARE);
    }

    /** A sort order for keys of that kind. */
    static void sort(Sketch sketch, String name, Kind key, Fault fault) {
        Choices choices = sketch.choices();
        switch (choices.below(4)) {
            case 0 -> objects(sketch, name, key, "two.compareTo(one)", fault, Fault.Place.COMPARE);
            case 1 ->
                    sketch.declare(
                            name,
                            Code.fill(
                                    BYTES,
                                    "result",
                                    choices.of("b1, s1, l1, b2, s2, l2", "b2, s2, l2, b1, s1, l1"),
                                    "name",
                                    name,
                                    "k",
                                    key.name()));
            case 2 -> own(sketch, name, key, fault);
            default -> {
                if (sketch.knowsOrder()) {
                    sketch.note(Trait.ORDER, Trait.IMPURE);
                    objects(
                            sketch,
                            name,
                            key,
                            "%s.compareToIgnoreCase(%s)"
                                    .formatted(key.textOf("one"), key.textOf("two")),
                            fault,
                            Fault.Place.COMPARE);
                } else {
                    own(sketch, name, key, fault);
                }
            }
        }
    }

    /** A comparator that reads keys itself, into its own or static objects. */
    private static void own(Sketch sketch, String name, Kind key, Fault fault) {
        boolean shared = sketch.choices().oneIn(3);
        if (shared) {
            sketch.note(Trait.STATICS);
        }
        sketch.declare(
                name,
                Code.fill(
                        OWN,
                        "static",
                        shared ? "private static final " : "private final ",
                        "fault",
                        fault(fault, Fault.Place.COMPARE, key),
                        "result",
                        "-Integer.compare(one.compareTo(two), 0)",
                        "fresh",
                        key.fresh(),
                        "name",
                        name,
                        "k",
                        key.name()));
    }

    /** A grouping of adjacent keys. */
    static void group(Sketch sketch, String name, Kind key, Fault fault) {
        sketch.note(Trait.ORDER, Trait.IMPURE);
        String result =
                sketch.choices()
                        .of(
                                "Integer.compare(%s.length(), %s.length())"
                                        .formatted(key.textOf("one"), key.textOf("two")),
                                "Long.compare(%s %% 3, %s %% 3)"
                                        .formatted(key.numberOf("one"), key.numberOf("two")),
                                "0");
        objects(sketch, name, key, result, fault, Fault.Place.GROUP);
    }

    private static void objects(
            Sketch sketch, String name, Kind key, String result, Fault fault, Fault.Place place) {
        sketch.declare(
                name,
                Code.fill(
                        OBJECTS,
                        "fault",
                        fault(fault, place, key),
                        "result",
                        result,
                        "name",
                        name,
                        "k",
                        key.name()));
    }

    private static String fault(Fault fault, Fault.Place place, Kind key) {
        return Code.indent(fault.at(place, key.textOf("one")), 8);
    }

    /** A partitioner for that API. */
    static void partition(Sketch sketch, Api api, String name, Kind key, Kind value, Fault fault) {
        Choices choices = sketch.choices();
        String result =
                choices.of(
                        "Math.floorMod(%s, count)".formatted(key.textOf("key") + ".length()"),
                        "(int) Math.floorMod(%s, (long) count)".formatted(key.numberOf("key")),
                        "count - 1",
                        "byValue");
        if (result.equals("byValue")) {
            sketch.note(Trait.IMPURE);
            result = "Math.floorMod(%s.hashCode(), count)".formatted(value.textOf("value"));
        }
        if (choices.oneIn(40)) {
            sketch.note(Trait.IMPURE, Trait.FAILS_VARIOUSLY);
            result = "count";
        }
        sketch.declare(
                name,
                Code.fill(
                        api == Api.NEW ? NEW_PARTITIONER : OLD_PARTITIONER,
                        "fault",
                        Code.indent(fault.at(Fault.Place.PARTITION, key.textOf("key")), 8),
                        "result",
                        result,
                        "name",
                        name,
                        "k",
                        key.name(),
                        "v",
                        value.name()));
    }
}
