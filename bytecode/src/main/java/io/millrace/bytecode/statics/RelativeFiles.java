package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Looks for a file that tasks write under a relative name, which on a cluster is each task's own
 * and in one process is the same for all. Files that they only read, cached ones for instance, are
 * none of these.
 */
final class RelativeFiles {

    private final Reach reach;
    private final Values values;
    private final RelativePaths paths;

    RelativeFiles(ClassFiles files, Reach reach) {
        this.reach = reach;
        this.values = new Values(reach);
        this.paths = new RelativePaths(files, values);
    }

    /** What was found, for people; null if there is none. */
    @Nullable String find() throws UnreadableException {
        for (Reach.Method method : reach.methods()) {
            for (AbstractInsnNode at : method.node().instructions) {
                String name = at instanceof MethodInsnNode call ? written(method, call) : null;
                if (name != null) {
                    return "file " + name + " in the working directory is written in " + method;
                }
            }
        }
        return null;
    }

    private @Nullable String written(Reach.Method method, MethodInsnNode call)
            throws UnreadableException {
        if (!FileWrites.concern(call)) {
            return null;
        }
        for (int below : FileWrites.in(call, values.in(method))) {
            String name = paths.first(values.before(method, call, below));
            if (name != null) {
                return name;
            }
        }
        return null;
    }
}
