package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import io.millrace.bytecode.statics.Values.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Recognizes paths that start with a relative constant, so that they are in the working directory,
 * and that contain nothing specific to one task. Used by one scan.
 */
final class RelativePaths {

    /** Calls whose results differ between any two attempts. */
    private static final Pattern OWN =
            Pattern.compile(
                    "getTask(Attempt)?I[Dd]|getTaskNumber|randomUUID|nanoTime|createTemp.*|getPid|pid|identityHashCode");

    /** Calls whose result starts like the object that they are called on. */
    private static final Pattern KEEPS =
            Pattern.compile(
                    "toString|toPath|toFile|getPath|getAbsolute(File|Path)|getCanonical(File|Path)|toAbsolutePath|normalize"
                            + "|resolve|trim|intern|concat|toRealPath|toLowerCase|toUpperCase|strip");

    private static final Set<String> BUILDERS =
            Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");

    /** Limit for following a value; no ordinary path needs as many steps. */
    private static final int MOST = 60;

    /** The placeholder of a value in recipes of string concatenation. */
    private static final char VALUE = '\u0001';

    private final ClassFiles files;
    private final Values values;

    RelativePaths(ClassFiles files, Values values) {
        this.files = files;
        this.values = values;
    }

    /** The start of the first such path; null if there is none. */
    @Nullable String first(List<Value> paths) throws UnreadableException {
        for (Value path : paths) {
            String start = start(path, new HashSet<>());
            if (start != null && !own(path, new HashSet<>())) {
                return start;
            }
        }
        return null;
    }

    private @Nullable String start(List<Value> any, Set<Value> asked) throws UnreadableException {
        for (Value value : any) {
            String start = start(value, asked);
            if (start != null) {
                return start;
            }
        }
        return null;
    }

    private @Nullable String start(Value value, Set<Value> asked) throws UnreadableException {
        if (asked.size() > MOST || !asked.add(value)) {
            return null;
        }
        AbstractInsnNode at = value.at();
        if (at instanceof LdcInsnNode constant) {
            return relative(constant.cst);
        }
        if (at instanceof FieldInsnNode read) {
            ClassNode owner = files.declaring(read.owner, read.name);
            FieldNode field = owner == null ? null : ClassFiles.field(owner, read.name);
            return field != null && field.value != null
                    ? relative(field.value)
                    : start(values.given(value), asked);
        }
        if (at instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
            return startOfNew(values.made(value), asked);
        }
        if (at instanceof InvokeDynamicInsnNode joined) {
            return startOfJoined(value, joined, asked);
        }
        return at instanceof MethodInsnNode call
                ? startOfResult(value, call, asked)
                : start(values.given(value), asked);
    }

    private static @Nullable String relative(Object constant) {
        return constant instanceof String text
                        && !text.isEmpty()
                        && !text.startsWith("/")
                        && !text.contains(":/")
                ? text
                : null;
    }

    /** The start of a new file, path or string builder. */
    private @Nullable String startOfNew(List<Value> constructors, Set<Value> asked)
            throws UnreadableException {
        for (Value constructor : constructors) {
            MethodInsnNode call = (MethodInsnNode) constructor.at();
            if (call.desc.startsWith("(L")) {
                List<Value> first = values.argument(constructor, 0);
                boolean none = first.stream().allMatch(RelativePaths::isNull);
                int second = call.desc.contains(";L") ? 1 : 0;
                String start = start(none ? values.argument(constructor, second) : first, asked);
                if (start != null) {
                    return start;
                }
            }
        }
        return null;
    }

    private static boolean isNull(Value value) {
        return value.at() instanceof InsnNode && value.at().getOpcode() == Opcodes.ACONST_NULL;
    }

    private @Nullable String startOfJoined(
            Value value, InvokeDynamicInsnNode joined, Set<Value> asked)
            throws UnreadableException {
        if (!joined.name.equals("makeConcatWithConstants")) {
            return null;
        }
        String recipe = (String) joined.bsmArgs[0];
        if (recipe.charAt(0) == VALUE) {
            return start(values.argument(value, 0), asked);
        }
        return relative(recipe.replace(VALUE, '*'));
    }

    private @Nullable String startOfResult(Value value, MethodInsnNode call, Set<Value> asked)
            throws UnreadableException {
        if (BUILDERS.contains(call.owner)) {
            return startOfBuilt(value, asked);
        }
        boolean makesPath =
                call.owner.equals("java/nio/file/Paths")
                        || (call.owner.equals("java/nio/file/Path") && call.name.equals("of"));
        if (makesPath || (call.owner.equals("java/lang/String") && call.name.equals("format"))) {
            return start(values.argument(value, 0), asked);
        }
        if (call.getOpcode() != Opcodes.INVOKESTATIC && KEEPS.matcher(call.name).matches()) {
            return start(values.argument(value, -1), asked);
        }
        return start(values.given(value), asked);
    }

    /** The first text put into a string builder, of all its known parts. */
    private @Nullable String startOfBuilt(Value value, Set<Value> asked)
            throws UnreadableException {
        List<Value> all = values.object(value);
        for (AbstractInsnNode at : value.method().node().instructions) {
            Value each = new Value(value.method(), at);
            if (at instanceof MethodInsnNode call
                    && call.name.equals("append")
                    && all.contains(each)) {
                return start(values.argument(each, 0), asked);
            }
        }
        return start(all, asked);
    }

    /** Whether a part of it is specific to a task, for all possible values of the part. */
    private boolean own(Value value, Set<Value> asked) throws UnreadableException {
        if (asked.size() > MOST || !asked.add(value)) {
            return false;
        }
        if (value.at() instanceof MethodInsnNode call && OWN.matcher(call.name).matches()) {
            return true;
        }
        if (allOwn(values.given(value), asked)) {
            return true;
        }
        for (List<Value> part : values.parts(value)) {
            if (allOwn(part, asked)) {
                return true;
            }
        }
        return false;
    }

    private boolean allOwn(List<Value> any, Set<Value> asked) throws UnreadableException {
        for (Value each : any) {
            if (!own(each, new HashSet<>(asked))) {
                return false;
            }
        }
        return !any.isEmpty();
    }
}
