package io.millrace.bytecode.flow;

import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** An interface to streams, and which of its methods read or write a field. */
record StreamKind(Class<?> type, Pattern fields) {

    /** Whether a call of a method of the stream is of such a method. */
    boolean isField(MethodInsnNode call) {
        // Compilers call methods of Object, such as getClass, by the interface as well.
        return call.getOpcode() == Opcodes.INVOKEINTERFACE
                && call.owner.equals(Type.getInternalName(type))
                && fields.matcher(call.name).matches();
    }

    /** Of a method that is given such a stream and returns nothing. */
    String descriptor() {
        return Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(type));
    }
}
