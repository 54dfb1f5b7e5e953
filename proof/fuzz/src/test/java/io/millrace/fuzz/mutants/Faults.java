package io.millrace.fuzz.mutants;

import static io.millrace.fuzz.mutants.Mutant.behindLoad;
import static io.millrace.fuzz.mutants.Mutant.call;
import static io.millrace.fuzz.mutants.Mutant.field;
import static io.millrace.fuzz.mutants.Mutant.returns;
import static io.millrace.fuzz.mutants.Mutant.swap;

import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * What is planted: a fault for each rewrite, each way of combining, the search for statics and for
 * objects that arrive, the guards of the process's state, the groups of keys whose comparator
 * contradicts itself, the merge, and workers that stand still.
 */
enum Faults {
    TEXT_SET("bytecode/quick/QuickText", "room", swap(Opcodes.LADD, Opcodes.LMUL)),
    TEXT_STRING("bytecode/quick/QuickText", "toString", field("UTF_8", "ISO_8859_1")),
    TEXT_NEW("bytecode/rewrite/QuickCalls", "makeAndSet", returns(Opcodes.RETURN)),
    DOUBLE("bytecode/quick/QuickDouble", "exponent", swap(Opcodes.INEG, Opcodes.NOP)),
    TEXT_NUMBER("bytecode/quick/QuickInteger", "parseLong(Lorg", swap(Opcodes.IFNE, Opcodes.IFEQ)),
    SUBSTRING_INTEGER(
            "bytecode/quick/QuickInteger",
            "parseInt(Ljava/lang/String;II)",
            swap(Opcodes.IFEQ, Opcodes.IFNE)),
    TOKENIZER(
            "bytecode/quick/QuickTokenizer",
            "countTokens",
            swap(Opcodes.ICONST_0, Opcodes.ICONST_1)),
    TOKENIZER_TEXT("bytecode/quick/CharacterBytes", "of(Lorg", swap(Opcodes.IFEQ, Opcodes.IFNE)),
    TOKENIZER_SET(
            "bytecode/quick/QuickText",
            "set(Lorg/apache/hadoop/io/Text;[BII)",
            returns(Opcodes.RETURN)),
    TOKENIZER_INTEGER("bytecode/quick/QuickInteger", "parsed([B", swap(Opcodes.LNEG, Opcodes.NOP)),
    TOKENIZER_DOUBLE(
            "bytecode/quick/QuickTokenizer", "nextDouble", swap(Opcodes.IFEQ, Opcodes.IFNE, 1)),
    SPLIT("bytecode/quick/QuickSplit", "withoutEmpty", swap(Opcodes.IF_ICMPNE, Opcodes.IF_ICMPEQ)),
    SPLIT_TEXT(
            "bytecode/quick/QuickSplit", "substring", swap(Opcodes.IF_ICMPNE, Opcodes.IF_ICMPEQ)),
    EXIT("hadoop/scope/TaskExit", "exit(I)", returns(Opcodes.RETURN)),
    KNOWN_READ("formats/record/KnownReaders", "text", swap(Opcodes.IADD, Opcodes.ISUB)),
    KNOWN_WRITE("formats/record/KnownWriters", "text", swap(Opcodes.IADD, Opcodes.ISUB, 1)),
    FIELDS_READ("formats/record/RecordFieldsInput", "readChar", swap(Opcodes.I2C, Opcodes.I2B)),
    FIELDS_WRITE("formats/record/RecordFieldsOutput", "writeShort", swap(Opcodes.I2S, Opcodes.I2B)),
    STREAM_READ(
            "formats/record/RecordInput",
            "reset([BII)",
            behindLoad(3, Opcodes.ICONST_1, Opcodes.IADD)),
    KEY_ORDER("formats/order/KnownOrder$IntOrder", "prefix", swap(Opcodes.IXOR, Opcodes.IAND)),
    COMBINER_KNOWN("hadoop/combine/IntSum", "add", swap(Opcodes.IADD, Opcodes.ISUB)),
    COMBINER_EXTREME("hadoop/combine/Extreme$OfLongs", "better", call("max", "min")),
    COMBINER_GROUPED(
            "hadoop/combine/CombineSettings", "grouping", call("combinerGrouping", "grouping")),
    COMBINER_CALLED(
            "engine/shuffle/output/CombinerCalls",
            "runs",
            swap(Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE)),
    REDUCE_CONTEXT("hadoop/group/GroupContext", "keepKey", swap(Opcodes.IFEQ, Opcodes.IFNE)),
    LINE_READ("formats/input/SplitLines", "passEnd", swap(Opcodes.ICONST_2, Opcodes.ICONST_1)),
    LINE_WRITE("formats/output/LineWriter", "shown", swap(Opcodes.IFEQ, Opcodes.IFNE)),
    SEQUENCE_READ("formats/input/SplitSequence", "next", swap(Opcodes.IFLT, Opcodes.IFGE)),
    SEQUENCE_WRITE("formats/output/SequenceSink", "endKey", returns(Opcodes.RETURN)),
    STATIC_SCAN(
            "bytecode/statics/MutableStatics",
            "findIn(Lio/millrace/bytecode/statics/Reach$Method;Lorg",
            returns(Opcodes.ACONST_NULL, Opcodes.ARETURN)),
    ARRIVALS("bytecode/statics/Arrivals", "add()V", returns(Opcodes.RETURN)),
    PROCESS_STATE("hadoop/scope/TaskState", "before(Ljava", returns(Opcodes.RETURN)),
    GROUPS_OF_ONE("hadoop/group/GroupContext", "isOfGroup", swap(Opcodes.IFNE, Opcodes.IFLT)),
    MERGE("engine/merge/MergeCursor", "beats", swap(Opcodes.IF_ICMPGE, Opcodes.IF_ICMPLE, 1)),
    STOPPED_START("workers/fork/StartWatch", "watch", returns(Opcodes.RETURN), Faults.STOPPED),
    STOPPED_WORKER("workers/pool/WorkerJvm", "tick", returns(Opcodes.RETURN), Faults.STOPPED),
    LOST_COUNTERS(
            "hadoop/tracking/AttemptTracker",
            "outputLost",
            swap(Opcodes.LNEG, Opcodes.NOP),
            Faults.STOPPED);

    private static final String STOPPED = "stopped workers";

    @SuppressWarnings("ImmutableEnumChecker") // edits have no state
    private final Mutant mutant;

    private final String mode;

    /** A fault that any mode may show. */
    Faults(String type, String method, Consumer<MethodNode> edit) {
        this(type, method, edit, "");
    }

    /** A fault that only one mode shows, in which programs take long. */
    Faults(String type, String method, Consumer<MethodNode> edit, String mode) {
        this.mutant = new Mutant(type, method, edit);
        this.mode = mode;
    }

    /** The mode that shows it; empty if any may. */
    String mode() {
        return mode;
    }

    Mutant mutant() {
        return mutant;
    }
}
