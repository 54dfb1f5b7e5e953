package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import io.millrace.bytecode.statics.Values.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Recognizes class names that add no class to a scan, because it starts from these classes or
 * reaches them: constants, values of the configuration, and names of classes at hand. Used by one
 * scan.
 */
final class KnownNames {

    private static final Pattern CONFIGURED =
            Pattern.compile(
                    "org/apache/hadoop/(conf/Configuration|mapred/JobConf)\\.(get|getTrimmed|getRaw|getStrings|getTrimmedStrings)");

    private static final Set<String> OF_A_CLASS =
            Set.of("java/lang/Class.getName", "java/lang/Class.getTypeName");

    private static final Set<String> SAME = Set.of("trim", "strip", "intern", "toString", "split");

    private final Values values;
    private final boolean configured;
    private final Set<Value> asked = new HashSet<>();

    /**
     * Recognizes names in values.
     *
     * @param configured whether values of configurations are the job's own, which the scan knows
     */
    KnownNames(Values values, boolean configured) {
        this.values = values;
        this.configured = configured;
    }

    /** Whether a call that finds a class is always given such a name. */
    boolean all(Value call) throws UnreadableException {
        Type[] arguments = Type.getArgumentTypes(((MethodInsnNode) call.at()).desc);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].getDescriptor().equals("Ljava/lang/String;")) {
                return known(values.argument(call, i));
            }
        }
        return false;
    }

    private boolean known(List<Value> all) throws UnreadableException {
        for (Value each : all) {
            if (!known(each)) {
                return false;
            }
        }
        return !all.isEmpty();
    }

    private boolean known(Value value) throws UnreadableException {
        if (value.at() instanceof LdcInsnNode constant) {
            return constant.cst instanceof String text && ClassNames.looksLikeOne(text);
        }
        if (value.at().getOpcode() == Opcodes.ACONST_NULL || !asked.add(value)) {
            return true;
        }
        if (value.at().getOpcode() == Opcodes.AALOAD) {
            return known(values.before(value.method(), value.at(), 1));
        }
        if (value.at() instanceof MethodInsnNode call) {
            String called = call.owner + '.' + call.name;
            if (OF_A_CLASS.contains(called)) {
                return true;
            }
            if (CONFIGURED.matcher(called).matches()) {
                return configured;
            }
            if (call.owner.equals("java/lang/String")) {
                return SAME.contains(call.name) && known(values.argument(value, -1));
            }
        }
        return known(values.given(value));
    }
}
