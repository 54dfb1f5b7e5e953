package io.millrace.fuzz.program;

import java.util.List;
import java.util.stream.Stream;

/** Hadoop's own classes of keys and values. */
final class Kinds {

    static final Kind TEXT =
            Kind.plain("Text", "${v}.set(${s});", "${v}.toString()", "${v}.getLength()", true);
    static final Kind INT = number("IntWritable", "(int) (${n})");
    static final Kind LONG = number("LongWritable", "(long) (${n})");
    static final Kind DOUBLE = number("DoubleWritable", "(${n}) / 4.0");
    static final Kind FLOAT = number("FloatWritable", "(${n}) / 4.0f");
    static final Kind NULL =
            new Kind("NullWritable", "NullWritable.get()", "", "\"\"", "0", true, false, false);

    private static final Kind BYTES =
            Kind.plain(
                    "BytesWritable",
                    "{ byte[] b = (${s}).getBytes(StandardCharsets.UTF_8); ${v}.set(b, 0, b.length); }",
                    "new String(${v}.getBytes(), 0, ${v}.getLength(), StandardCharsets.UTF_8)",
                    "${v}.getLength()",
                    true);
    private static final Kind BOOLEAN =
            Kind.plain(
                    "BooleanWritable",
                    "${v}.set((${n}) % 2 == 0);",
                    "String.valueOf(${v}.get())",
                    "(${v}.get() ? 1 : 0)",
                    true);
    private static final Kind MAP =
            Kind.plain(
                    "MapWritable",
                    "${v}.clear(); ${v}.put(new Text(${s}), new LongWritable(${n}));",
                    "new java.util.TreeMap<Object, Object>(${v}).toString()",
                    "${v}.size()",
                    false);
    private static final Kind OBJECT =
            new Kind(
                    "ObjectWritable",
                    "new ObjectWritable(\"\")",
                    "${v}.set(${s});",
                    "String.valueOf(${v}.get())",
                    "String.valueOf(${v}.get()).length()",
                    false,
                    false,
                    false);

    /** For keys; the simplest first. */
    static final List<Kind> KEYS =
            List.of(
                    TEXT,
                    INT,
                    LONG,
                    number("VIntWritable", "(int) (${n})"),
                    number("VLongWritable", "(long) (${n})"),
                    DOUBLE,
                    FLOAT,
                    BYTES,
                    BOOLEAN,
                    number("ShortWritable", "(short) (${n})"),
                    number("ByteWritable", "(byte) (${n})"),
                    NULL);

    /** For values; the simplest first. */
    static final List<Kind> VALUES =
            Stream.concat(
                            Stream.of(INT, LONG, TEXT, DOUBLE, FLOAT),
                            Stream.concat(KEYS.stream().skip(3), Stream.of(MAP, OBJECT)))
                    .toList();

    private Kinds() {}

    private static Kind number(String name, String value) {
        return Kind.plain(
                name,
                "${v}.set(" + value + ");",
                "String.valueOf(${v}.get())",
                "(long) ${v}.get()",
                true);
    }
}
