package io.millrace.bytecode.rewrite;

import io.millrace.bytecode.quick.QuickText;
import io.millrace.bytecode.state.Libraries;
import io.millrace.bytecode.state.StateCalls;
import io.millrace.engine.plan.Choice;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.JSRInlinerAdapter;

/** The code of a job's classes as it runs: as compiled, except for a few calls. */
public final class JobCode {

    /** The constant pool's tag, from the specification of class files. */
    private static final int METHOD_REFERENCE = 10;

    /** The same for a method of an interface. */
    private static final int INTERFACE_METHOD_REFERENCE = 11;

    private static final Set<Rewrite> CONVERSIONS =
            EnumSet.of(Rewrite.TEXT_SET, Rewrite.TEXT_STRING, Rewrite.TEXT_NEW, Rewrite.DOUBLE);

    private static final Set<Rewrite> TOKENIZERS =
            EnumSet.of(Rewrite.TOKENIZER, Rewrite.TOKENIZER_TEXT);

    private static final Set<Rewrite> PAIRS =
            Arrays.stream(StringPair.values()).map(StringPair::rewrite).collect(Collectors.toSet());

    /** Groups of rewrites; most classes need only some of them. */
    private enum Part {
        EXITS,
        STATE,
        CONVERSIONS,
        TOKENIZERS,
        PAIRS,
        SPLITS
    }

    private final Set<Rewrite> rewrites;
    private final String exits;
    private final @Nullable String guards;

    /**
     * The code of a job in its own process, where no call needs a guard.
     *
     * @param rewrites the calls to replace
     * @param exits has a static method for each call that would end the process
     */
    public JobCode(Set<Rewrite> rewrites, Class<?> exits) {
        this(rewrites, exits, null);
    }

    /**
     * The code of a job.
     *
     * @param guards has a static method for each guard of calls that change state of the process;
     *     null if none is guarded
     */
    public JobCode(Set<Rewrite> rewrites, Class<?> exits, @Nullable Class<?> guards) {
        this.rewrites = rewrites;
        this.exits = Type.getInternalName(exits);
        this.guards = guards == null ? null : Type.getInternalName(guards);
    }

    /**
     * The code of a job, with the rewrites that this JVM's Hadoop supports.
     *
     * @param exits as for the constructor, as is the next one
     */
    public static JobCode as(Rewrites rewrites, Class<?> exits, @Nullable Class<?> guards) {
        Set<Rewrite> known = EnumSet.noneOf(Rewrite.class);
        known.addAll(rewrites.on());
        if (!QuickText.usable()) {
            known.retainAll(Set.of(Rewrite.EXIT, Rewrite.STATE));
        }
        return new JobCode(known, exits, guards);
    }

    /** Whether conversions are rewritten, for display. */
    public static Choice<String> conversions(boolean ours, Rewrites rewrites) {
        String obstacle =
                !ours
                        ? "classes on the client's own class path are not rewritten"
                        : !rewrites.obstacle().isEmpty()
                                ? rewrites.obstacle()
                                : QuickText.usable()
                                        ? ""
                                        : "this JVM does not open the fields of Text";
        return obstacle.isEmpty()
                ? new Choice<>(
                        "job.conversions",
                        "quick",
                        "conversion calls in the job's jar are rewritten to faster ones")
                : new Choice<>("job.conversions", "as compiled", obstacle);
    }

    /** The class file to define; the same array if nothing changes. */
    public byte[] of(byte[] type) {
        ClassReader reader = new ClassReader(type);
        Set<Part> parts = parts(reader);
        if (parts.isEmpty()) {
            return type;
        }
        try {
            return turned(reader, parts);
        } catch (MethodTooLargeException e) {
            parts.retainAll(Set.of(Part.EXITS, Part.STATE));
            return turned(reader, parts);
        }
    }

    private Set<Part> parts(ClassReader reader) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        if (rewrites.contains(Rewrite.EXIT) && mentions(reader, ExitCalls::concern)) {
            parts.add(Part.EXITS);
        }
        if (guards != null
                && rewrites.contains(Rewrite.STATE)
                && !Libraries.contain(reader.getClassName())
                && mentions(reader, StateCalls::concern)) {
            parts.add(Part.STATE);
        }
        if (isAny(CONVERSIONS) && mentions(reader, QuickCalls::concern)) {
            parts.add(Part.CONVERSIONS);
        }
        if (isAny(TOKENIZERS)
                && !QuickTokenizers.TOKENIZER.equals(reader.getSuperName())
                && mentions(reader, QuickTokenizers::concern)) {
            parts.add(Part.TOKENIZERS);
        }
        if (isAny(PAIRS)
                && mentions(reader, StringPair::begins)
                && mentions(reader, StringPair::ends)) {
            parts.add(Part.PAIRS);
        }
        if (rewrites.contains(Rewrite.SPLIT) && mentions(reader, QuickSplits::concern)) {
            parts.add(Part.SPLITS);
        }
        return parts;
    }

    private byte[] turned(ClassReader reader, Set<Part> parts) {
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Turning(writer, parts), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private boolean isAny(Set<Rewrite> wanted) {
        return !Collections.disjoint(rewrites, wanted);
    }

    /** Whether the constant pool has a method that may have to be replaced. */
    private static boolean mentions(ClassReader reader, BiPredicate<String, String> concern) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            int tag = item > 0 ? reader.readByte(item - 1) : 0;
            if (tag == METHOD_REFERENCE || tag == INTERFACE_METHOD_REFERENCE) {
                String owner = reader.readClass(item, buffer);
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                String name = reader.readUTF8(nameAndType, buffer);
                if (owner != null && name != null && concern.test(owner, name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private final class Turning extends ClassVisitor {

        private final Set<Part> parts;
        private int version;
        private String type = "";
        private @Nullable String superclass;

        Turning(ClassVisitor next, Set<Part> parts) {
            super(GuardedCalls.API, next);
            this.parts = parts;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            this.version = version & 0xffff;
            type = name;
            superclass = superName;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            if (next == null) {
                return null;
            }
            JobMethod method = new JobMethod(version, type, superclass, access, name, descriptor);
            if (parts.contains(Part.EXITS)) {
                next = new ExitCalls(next, method, exits);
            }
            if (guards != null && parts.contains(Part.STATE)) {
                next = new StateGuards(next, method, guards);
            }
            if (parts.contains(Part.SPLITS)) {
                next = new QuickSplits(next, rewrites, method, signature, exceptions);
            }
            if (parts.contains(Part.TOKENIZERS) || parts.contains(Part.PAIRS)) {
                next = new JoinedCalls(next, method);
            }
            if (parts.contains(Part.CONVERSIONS)) {
                next = new QuickCalls(next, method, rewrites);
            }
            if (parts.contains(Part.TOKENIZERS)) {
                next = new QuickTokenizers(next, rewrites, method, signature, exceptions);
            }
            if (parts.contains(Part.PAIRS)) {
                next = new StringPairs(next, rewrites, method, signature, exceptions);
            }
            return version <= Opcodes.V1_6
                    ? new JSRInlinerAdapter(next, access, name, descriptor, signature, exceptions)
                    : next;
        }
    }
}
