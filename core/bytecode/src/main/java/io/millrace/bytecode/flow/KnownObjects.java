package io.millrace.bytecode.flow;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Tracks objects through a method from their creation, so that their class is known. */
class KnownObjects extends BasicInterpreter {

    private final @Nullable ClassLoader loader;

    /** Tracks objects of a method whose code names classes of that loader. */
    KnownObjects(@Nullable ClassLoader loader) {
        super(Opcodes.ASM9);
        this.loader = loader;
    }

    /** An object of exactly one class, or null. */
    static final class Known extends BasicValue {

        final Class<?> type;

        Known(Class<?> type) {
            super(Type.getType(type));
            this.type = type;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Known known && known.type == type;
        }

        @Override
        public int hashCode() {
            return type.hashCode();
        }
    }

    /**
     * The class with that name in code.
     *
     * @throws AnalyzerException if it cannot be found
     */
    final Class<?> named(AbstractInsnNode instruction, String name) throws AnalyzerException {
        try {
            return Class.forName(Type.getObjectType(name).getClassName(), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new AnalyzerException(instruction, "no class " + name, e);
        }
    }

    @Override
    public @Nullable BasicValue newOperation(AbstractInsnNode instruction)
            throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.NEW) {
            return new Known(named(instruction, ((TypeInsnNode) instruction).desc));
        }
        return super.newOperation(instruction);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        return !one.equals(other) && one.isReference() && other.isReference()
                ? BasicValue.REFERENCE_VALUE
                : super.merge(one, other);
    }
}
