package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;

import io.millrace.bytecode.quick.QuickDouble;
import io.millrace.bytecode.quick.QuickInteger;
import io.millrace.bytecode.quick.QuickTokenizer;
import java.util.Arrays;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Two calls of which the first gives a string only for the second, and one that does both. */
enum StringPair {
    TOKEN_SET(Rewrite.TOKENIZER_SET, Call.TOKEN, Call.SET, QuickTokenizer.class, "setNext", 0, 1),
    TOKEN_INT(Rewrite.TOKENIZER_INTEGER, Call.TOKEN, Call.INT, QuickTokenizer.class, "nextInt", 0),
    TOKEN_LONG(
            Rewrite.TOKENIZER_INTEGER, Call.TOKEN, Call.LONG, QuickTokenizer.class, "nextLong", 0),
    TOKEN_DOUBLE(
            Rewrite.TOKENIZER_DOUBLE,
            Call.TOKEN,
            Call.DOUBLE,
            QuickTokenizer.class,
            "nextDouble",
            0),
    TEXT_INT(Rewrite.TEXT_NUMBER, Call.STRING, Call.INT, QuickInteger.class, "parseInt", 0),
    TEXT_LONG(Rewrite.TEXT_NUMBER, Call.STRING, Call.LONG, QuickInteger.class, "parseLong", 0),
    TEXT_DOUBLE(Rewrite.TEXT_NUMBER, Call.STRING, Call.DOUBLE, QuickDouble.class, "parseDouble", 0),
    REST_INT(Rewrite.SUBSTRING_INTEGER, Call.REST, Call.INT, QuickInteger.class, "parseInt", 1),
    REST_LONG(Rewrite.SUBSTRING_INTEGER, Call.REST, Call.LONG, QuickInteger.class, "parseLong", 1),
    PART_INT(Rewrite.SUBSTRING_INTEGER, Call.PART, Call.INT, QuickInteger.class, "parseInt", 2),
    PART_LONG(Rewrite.SUBSTRING_INTEGER, Call.PART, Call.LONG, QuickInteger.class, "parseLong", 2);

    private final Rewrite rewrite;
    private final Call first;
    private final Call second;
    private final String owner;
    private final String name;
    private final String descriptor;

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final int[] objects;

    /** A pair, and how deep on the stack the objects lie that must not be null. */
    StringPair(
            Rewrite rewrite, Call first, Call second, Class<?> owner, String name, int... objects) {
        this.rewrite = rewrite;
        this.first = first;
        this.second = second;
        this.owner = Type.getInternalName(owner);
        this.name = name;
        this.objects = objects;
        String receiver = second.opcode == INVOKEVIRTUAL ? "L" + second.owner + ";" : "";
        this.descriptor =
                "("
                        + receiver
                        + "L"
                        + first.owner
                        + ";"
                        + first.descriptor.substring(1, first.descriptor.indexOf(')'))
                        + second.descriptor.substring(second.descriptor.indexOf(')'));
    }

    /** The calls that pairs consist of. */
    private enum Call {
        TOKEN(INVOKEVIRTUAL, StringTokenizer.class, "nextToken", "()Ljava/lang/String;"),
        STRING(INVOKEVIRTUAL, Text.class, "toString", "()Ljava/lang/String;"),
        REST(INVOKEVIRTUAL, String.class, "substring", "(I)Ljava/lang/String;"),
        PART(INVOKEVIRTUAL, String.class, "substring", "(II)Ljava/lang/String;"),
        SET(INVOKEVIRTUAL, Text.class, "set", "(Ljava/lang/String;)V"),
        INT(INVOKESTATIC, Integer.class, "parseInt", "(Ljava/lang/String;)I"),
        LONG(INVOKESTATIC, Long.class, "parseLong", "(Ljava/lang/String;)J"),
        DOUBLE(INVOKESTATIC, Double.class, "parseDouble", "(Ljava/lang/String;)D");

        private final int opcode;
        private final String owner;
        private final String name;
        private final String descriptor;

        Call(int opcode, Class<?> owner, String name, String descriptor) {
            this.opcode = opcode;
            this.owner = Type.getInternalName(owner);
            this.name = name;
            this.descriptor = descriptor;
        }

        boolean is(String calledOwner, String calledName) {
            return owner.equals(calledOwner) && name.equals(calledName);
        }

        boolean is(@Nullable AbstractInsnNode instruction) {
            return instruction instanceof MethodInsnNode call
                    && call.getOpcode() == opcode
                    && is(call.owner, call.name)
                    && call.desc.equals(descriptor);
        }

        void write(GuardedCalls to) {
            to.call(opcode, owner, name, descriptor);
        }
    }

    Rewrite rewrite() {
        return rewrite;
    }

    /** Whether a method may be the first of a pair. */
    static boolean begins(String owner, String name) {
        return Arrays.stream(values()).anyMatch(each -> each.first.is(owner, name));
    }

    /** Whether a method may be the second of a pair. */
    static boolean ends(String owner, String name) {
        return Arrays.stream(values()).anyMatch(each -> each.second.is(owner, name));
    }

    /** The pair that begins with an instruction; null for none. */
    static @Nullable StringPair at(AbstractInsnNode instruction) {
        return Arrays.stream(values())
                .filter(each -> each.first.is(instruction) && each.second.is(instruction.getNext()))
                .findFirst()
                .orElse(null);
    }

    /** The pair that a call replaces; null for none. */
    static @Nullable StringPair of(int opcode, String owner, String name, String descriptor) {
        return Arrays.stream(values())
                .filter(each ->
                        opcode == INVOKESTATIC
                                && each.owner.equals(owner)
                                && each.name.equals(name)
                                && each.descriptor.equals(descriptor))
                .findFirst()
                .orElse(null);
    }

    /** The call that does both. */
    MethodInsnNode joined() {
        return new MethodInsnNode(INVOKESTATIC, owner, name, descriptor, false);
    }

    /**
     * Writes a null check before the joined call: if an object is null, both original calls run.
     */
    void guard(GuardedCalls to) {
        to.throwIfNull(
                () -> {
                    first.write(to);
                    second.write(to);
                },
                objects);
    }
}
