package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Looks for beans that a library creates because fields of other beans have their types. No
 * instruction names these types, so a scan does not reach their code. Used by one scan.
 */
final class NestedBeans {

    /** Methods that create the beans that data describes, and those in their fields. */
    private static final Pattern CREATES =
            Pattern.compile(
                    "com/fasterxml/jackson/databind/.*\\.(readValues?|convertValue|treeToValue|updateValue|readerFor.*)"
                            + "|org/codehaus/jackson/map/.*\\.(readValues?|convertValue|treeToValue|updatingReader|reader)"
                            + "|com/google/gson/Gson\\.fromJson"
                            + "|com/squareup/moshi/.*\\.fromJson.*"
                            + "|(javax|jakarta)/json/bind/Jsonb\\.fromJson"
                            + "|(javax|jakarta)/xml/bind/(JAXB|Unmarshaller)\\.unmarshal"
                            + "|org/simpleframework/xml/.*\\.read"
                            + "|org/apache/commons/beanutils2?/.*\\.(populate|setProperty)");

    /** A class in the type of a field, with arguments or without. */
    private static final Pattern CLASS = Pattern.compile("L([^;<:]+)[;<]");

    private final ClassFiles files;
    private final Reach reach;

    NestedBeans(ClassFiles files, Reach reach) {
        this.files = files;
        this.reach = reach;
    }

    /** A call that creates such a bean, for display; null if there is none. */
    @Nullable String find() throws UnreadableException {
        String by = creates();
        String bean = by == null ? null : bean();
        return bean == null ? null : by + " and may run code of " + bean;
    }

    private @Nullable String creates() {
        for (Reach.Method method : reach.methods()) {
            for (AbstractInsnNode at : method.node().instructions) {
                Called called = Called.in(at);
                if (called != null && CREATES.matcher(called.toString()).matches()) {
                    return method + " calls " + called.shown();
                }
            }
        }
        return null;
    }

    /** The first class of a field whose code does more than set fields; null if there is none. */
    private @Nullable String bean() throws UnreadableException {
        Deque<ClassNode> waiting = new ArrayDeque<>(reach.types());
        Set<String> seen = new HashSet<>();
        for (ClassNode next = waiting.poll(); next != null; next = waiting.poll()) {
            for (String name : inFields(next)) {
                ClassNode bean =
                        reach.creates(name) || !seen.add(name) ? null : files.unreached(name);
                if (bean != null && hasCode(bean)) {
                    return name.replace('/', '.');
                }
                if (bean != null) {
                    waiting.add(bean);
                }
            }
        }
        return null;
    }

    private static Set<String> inFields(ClassNode type) {
        Set<String> all = new HashSet<>();
        for (FieldNode field : type.fields) {
            if ((field.access & Opcodes.ACC_STATIC) == 0) {
                Matcher names =
                        CLASS.matcher(field.signature == null ? field.desc : field.signature);
                while (names.find()) {
                    all.add(names.group(1));
                }
            }
        }
        return all;
    }

    /** Whether a class, or one that it extends, does more than set fields when it is filled. */
    private boolean hasCode(ClassNode type) throws UnreadableException {
        for (ClassNode at = type; at != null; at = above(at)) {
            for (MethodNode method : at.methods) {
                boolean fills =
                        method.name.equals("<init>")
                                || ((method.access & Opcodes.ACC_STATIC) == 0
                                        && Type.getArgumentTypes(method.desc).length > 0);
                if (fills && doesMore(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable ClassNode above(ClassNode type) throws UnreadableException {
        return type.superName == null || reach.creates(type.superName)
                ? null
                : files.unreached(type.superName);
    }

    private boolean doesMore(MethodNode method) {
        for (AbstractInsnNode at : method.instructions) {
            boolean more =
                    at instanceof FieldInsnNode access
                            ? isOfState(access)
                            : at instanceof MethodInsnNode call
                                    && files.ours(call.owner)
                                    && !call.name.equals("<init>");
            if (more) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfState(FieldInsnNode access) {
        return access.getOpcode() == Opcodes.PUTSTATIC
                || (access.getOpcode() == Opcodes.GETSTATIC
                        && files.ours(access.owner)
                        && !ConstantTypes.contains(Type.getType(access.desc)));
    }
}
