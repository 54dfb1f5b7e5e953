package io.millrace.bytecode.flow;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The instructions of one method that create a value, and those that use it. Variables and copies
 * on the stack do not count as uses. If branches meet, a value may have been created by any of
 * several instructions.
 */
public final class ValueFlow {

    private final Map<AbstractInsnNode, List<? extends SourceValue>> operands = new HashMap<>();
    private final Map<AbstractInsnNode, Set<Use>> uses = new HashMap<>();

    /**
     * An instruction that uses a value.
     *
     * @param operand which of its operands that is, from 0, the deepest on the stack first
     */
    public record Use(AbstractInsnNode by, int operand) {}

    private ValueFlow() {}

    /**
     * Follows all values of a method.
     *
     * @param owner the internal name of its class
     * @throws AnalyzerException if the code is not valid
     */
    public static ValueFlow in(String owner, MethodNode method) throws AnalyzerException {
        ValueFlow flow = new ValueFlow();
        new Analyzer<>(flow.new Interpreter()).analyze(owner, method);
        flow.operands.forEach(flow::addUses);
        return flow;
    }

    private void addUses(AbstractInsnNode by, List<? extends SourceValue> values) {
        for (int i = 0; i < values.size(); i++) {
            for (AbstractInsnNode source : values.get(i).insns) {
                uses.computeIfAbsent(source, each -> new HashSet<>()).add(new Use(by, i));
            }
        }
    }

    /** Whether an instruction with operands can be reached. */
    public boolean isReached(AbstractInsnNode at) {
        return operands.containsKey(at);
    }

    /** The instructions that may have created an operand; a label stands for a parameter. */
    public Set<AbstractInsnNode> sources(AbstractInsnNode at, int operand) {
        return operands.getOrDefault(at, List.of()).get(operand).insns;
    }

    /** All uses of a value that this instruction may have created. */
    public Set<Use> uses(AbstractInsnNode source) {
        return uses.getOrDefault(source, Set.of());
    }

    /** The last visit of an instruction sees all sources, because their sets only grow. */
    private final class Interpreter extends SourceInterpreter {

        Interpreter() {
            super(Opcodes.ASM9);
        }

        /** Unlike the superclass's, parameters have a source, which shows when branches meet. */
        @Override
        public SourceValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return new SourceValue(type.getSize(), new LabelNode());
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode at, SourceValue value) {
            return value;
        }

        @Override
        public SourceValue unaryOperation(AbstractInsnNode at, SourceValue value) {
            operands.put(at, List.of(value));
            return super.unaryOperation(at, value);
        }

        @Override
        public SourceValue binaryOperation(
                AbstractInsnNode at, SourceValue first, SourceValue second) {
            operands.put(at, List.of(first, second));
            return super.binaryOperation(at, first, second);
        }

        @Override
        public SourceValue ternaryOperation(
                AbstractInsnNode at, SourceValue first, SourceValue second, SourceValue third) {
            operands.put(at, List.of(first, second, third));
            return super.ternaryOperation(at, first, second, third);
        }

        @Override
        public SourceValue naryOperation(AbstractInsnNode at, List<? extends SourceValue> values) {
            operands.put(at, List.copyOf(values));
            return super.naryOperation(at, values);
        }
    }
}
