package io.millrace.bytecode.rewrite;

import io.millrace.engine.config.Key;
import java.util.Arrays;
import java.util.List;

/**
 * The complete list of code, of a job or of Hadoop, that Millrace replaces. No replacement changes
 * a result. Each has a key that disables it, {@code millrace.rewrite.NAME}, and a test that
 * compares it with the original.
 */
public enum Rewrite {
    TEXT_SET("text.set", "calls of Text.set(String)", "HostileJobCodeTest"),
    TEXT_STRING("text.string", "calls of Text.toString", "HostileJobCodeTest"),
    TEXT_NEW("text.new", "new Text(String)", "HostileJobCodeTest"),
    DOUBLE(
            "double",
            "calls of Double.parseDouble and Double.valueOf(String), and references to them",
            "HostileJobCodeTest"),
    TEXT_NUMBER(
            "text.number",
            "Integer.parseInt, Long.parseLong and Double.parseDouble of text.toString(), without creating a string",
            "HostileNumbersTest"),
    SUBSTRING_INTEGER(
            "substring.integer",
            "Integer.parseInt and Long.parseLong of string.substring, without creating a string",
            "HostileNumbersTest"),
    TOKENIZER("tokenizer", "new StringTokenizer", "HostileJobCodeTest"),
    TOKENIZER_TEXT(
            "tokenizer.text",
            "new StringTokenizer(text.toString()), without creating a string; needs tokenizer",
            "HostileJobCodeTest"),
    TOKENIZER_SET(
            "tokenizer.set",
            "text.set(tokenizer.nextToken()), without creating a string",
            "HostileJobCodeTest"),
    TOKENIZER_INTEGER(
            "tokenizer.integer",
            "Integer.parseInt and Long.parseLong of tokenizer.nextToken(), without creating a string",
            "HostileNumbersTest"),
    TOKENIZER_DOUBLE(
            "tokenizer.double",
            "Double.parseDouble(tokenizer.nextToken()), without creating a string",
            "HostileJobCodeTest"),
    SPLIT(
            "split",
            "String.split at one constant character, if the code reads only elements at constant indices",
            "HostileSplitsTest"),
    SPLIT_TEXT(
            "split.text",
            "text.toString().split, without creating the string; needs split and text.string",
            "HostileSplitsTest"),
    EXIT(
            "exit",
            "calls that would end the process, and references to them, by calls that end the attempt",
            "ExitCallsTest",
            false),
    STATE(
            "state",
            "calls that change state of the process, by the same calls after a wait until no other task in the process runs",
            "StateGuardsTest",
            false),
    KNOWN_READ(
            "known.read",
            "readFields of Hadoop's most common Writables by code that reads the record in place",
            "KnownReadersTest"),
    KNOWN_WRITE(
            "known.write",
            "write of Hadoop's most common Writables by code that writes the record in place",
            "KnownWritersTest"),
    FIELDS_READ(
            "fields.read",
            "the DataInput of Writables whose code only reads fields from it",
            "RecordFieldsInputTest"),
    FIELDS_WRITE(
            "fields.write",
            "the DataOutput of Writables whose code only writes fields to it",
            "RecordFieldsOutputTest"),
    STREAM_READ(
            "stream.read",
            "the DataInputBuffer of all other Writables by one without locks",
            "RecordInputTest"),
    KEY_ORDER("key.order", "Hadoop's comparators of its most common keys", "KeyOrdersTest"),
    COMBINER_KNOWN(
            "combiner.known",
            "combiners that compute one number from a key's numbers, by the collector's own table",
            "KnownFoldsTest"),
    REDUCE_CONTEXT(
            "reduce.context",
            "the context that a reducer or combiner of the new API iterates over",
            "AttemptsTest"),
    LINE_READ("line.read", "Hadoop's readers of lines of text", "LineReadersTest"),
    LINE_WRITE("line.write", "Hadoop's writers of lines of text", "LineWriterTest"),
    SEQUENCE_READ(
            "sequence.read",
            "Hadoop's readers of uncompressed SequenceFiles",
            "SequenceReadersTest"),
    SEQUENCE_WRITE(
            "sequence.write",
            "Hadoop's writers of uncompressed SequenceFiles",
            "SequenceWriterTest");

    /** Enables all fast paths. */
    public static final Key<Boolean> FAST_PATHS =
            Key.flag(
                    "millrace.fast.paths",
                    true,
                    "Whether known classes are replaced by faster ones with the same results.");

    /** The prefix of all keys. */
    static final String PREFIX = "millrace.rewrite.";

    private final String replaced;
    private final String test;
    private final boolean fastPath;

    @SuppressWarnings("ImmutableEnumChecker") // keys are immutable
    private final Key<Boolean> key;

    Rewrite(String name, String replaced, String test) {
        this(name, replaced, test, true);
    }

    Rewrite(String name, String replaced, String test, boolean fastPath) {
        this.replaced = replaced;
        this.test = test;
        this.fastPath = fastPath;
        this.key =
                Key.flag(
                        PREFIX + name,
                        true,
                        "Whether Millrace replaces "
                                + replaced
                                + (fastPath ? "; needs millrace.fast.paths." : "."));
    }

    /** The keys of all rewrites. */
    public static List<Key<?>> keys() {
        return Arrays.stream(values()).<Key<?>>map(Rewrite::key).toList();
    }

    /** The replaced code, for display. */
    public String replaced() {
        return replaced;
    }

    /** The simple name of the test that compares it with the original. */
    public String test() {
        return test;
    }

    /** Whether its only purpose is speed, so that {@code millrace.fast.paths} also controls it. */
    public boolean isFastPath() {
        return fastPath;
    }

    public Key<Boolean> key() {
        return key;
    }

    /** Its key without the prefix. */
    String shortName() {
        return key.name().substring(PREFIX.length());
    }
}
