package io.millrace.bytecode.statics;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** A method that an instruction calls, or that it refers to, so that other code can call it. */
record Called(String owner, String name) {

    /** The method; null for other instructions. */
    static @Nullable Called in(AbstractInsnNode at) {
        if (at instanceof MethodInsnNode call) {
            return new Called(call.owner, call.name);
        }
        if (at instanceof InvokeDynamicInsnNode made) {
            for (Object each : made.bsmArgs) {
                if (each instanceof Handle to) {
                    return new Called(to.getOwner(), to.getName());
                }
            }
        }
        return null;
    }

    /** For people. */
    String shown() {
        String type = owner.replace('/', '.');
        return name.equals("<init>") ? "new " + type : type + "." + name;
    }

    @Override
    public String toString() {
        return owner + '.' + name;
    }
}
