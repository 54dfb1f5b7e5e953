package io.millrace.bytecode.rewrite;

import io.millrace.engine.config.Key;
import java.util.Arrays;
import java.util.List;

/**
 * Everything that Millrace runs instead of what a job's code, or Hadoop's for that job, says: the
 * one list of it. Each changes no result, has a key that turns it off, {@code
 * millrace.rewrite.NAME}, and a test that shows it equal to what it replaces.
 */
public enum Rewrite {
    TEXT_SET("text.set", "calls of Text.set(String)", "HostileJobCodeTest"),
    TEXT_STRING("text.string", "calls of Text.toString", "HostileJobCodeTest"),
    TEXT_NEW("text.new", "new Text(String)", "HostileJobCodeTest"),
    DOUBLE(
            "double",
            "calls of Double.parseDouble and Double.valueOf(String), and references to them",
            "HostileJobCodeTest"),
    TOKENIZER("tokenizer", "new StringTokenizer", "HostileJobCodeTest"),
    TOKENIZER_TEXT(
            "tokenizer.text",
            "new StringTokenizer(text.toString()), which makes no string; needs tokenizer",
            "HostileJobCodeTest"),
    TOKENIZER_SET(
            "tokenizer.set",
            "text.set(tokenizer.nextToken()), which makes no string",
            "HostileJobCodeTest"),
    TOKENIZER_DOUBLE(
            "tokenizer.double",
            "Double.parseDouble(tokenizer.nextToken()), which makes no string",
            "HostileJobCodeTest"),
    EXIT(
            "exit",
            "calls that would end the process, and references to them: they end the attempt",
            "ExitCallsTest",
            false),
    KNOWN_READ(
            "known.read",
            "readFields of Hadoop's commonest Writables, read where the record's bytes are",
            "KnownReadersTest"),
    KNOWN_WRITE(
            "known.write",
            "write of Hadoop's commonest Writables, written where the record's bytes go",
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
            "the DataInputBuffer of all other Writables: one that takes no lock",
            "RecordInputTest"),
    KEY_ORDER("key.order", "Hadoop's comparators of its commonest keys", "KeyOrdersTest"),
    COMBINER_KNOWN(
            "combiner.known",
            "the code of combiners that make one number of a key's numbers: it is made where they lie",
            "KnownFoldsTest"),
    REDUCE_CONTEXT(
            "reduce.context",
            "the context that a reducer or combiner of the new API iterates over",
            "AttemptsTest"),
    LINE_READ("line.read", "Hadoop's readers of lines of text", "LineReadersTest"),
    LINE_WRITE("line.write", "Hadoop's writers of lines of text", "LineWriterTest"),
    SEQUENCE_READ(
            "sequence.read",
            "Hadoop's readers of SequenceFiles that are not compressed",
            "SequenceReadersTest"),
    SEQUENCE_WRITE(
            "sequence.write",
            "Hadoop's writers of SequenceFiles that are not compressed",
            "SequenceWriterTest");

    /** Turns off all that are for speed alone. */
    public static final Key<Boolean> FAST_PATHS =
            Key.flag(
                    "millrace.fast.paths",
                    true,
                    "Whether known classes are replaced by faster ones of the same result.");

    /** What the name of the key of each begins with. */
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

    /** The key of each. */
    public static List<Key<?>> keys() {
        return Arrays.stream(values()).<Key<?>>map(Rewrite::key).toList();
    }

    /** What is replaced, for people. */
    public String replaced() {
        return replaced;
    }

    /** The simple name of the test that compares it with what it replaces. */
    public String test() {
        return test;
    }

    /** Whether it is for speed alone, so that {@code millrace.fast.paths} turns it off too. */
    public boolean isFastPath() {
        return fastPath;
    }

    public Key<Boolean> key() {
        return key;
    }

    /** Its key without what all keys of rewrites begin with. */
    String shortName() {
        return key.name().substring(PREFIX.length());
    }
}
