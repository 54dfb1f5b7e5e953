package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Looks for a file that tasks write under a relative name. On a cluster, each task has its own; in
 * one process, all tasks share it. Files that tasks only read, for instance cached ones, do not
 * count.
 */
final class RelativeFiles {

    private final Reach reach;
    private final Values values;
    private final RelativePaths paths;

    RelativeFiles(ClassFiles files, Reach reach, Values values) {
        this.reach = reach;
        this.values = values;
        this.paths = new RelativePaths(files, values);
    }

    /** The result, for display; null if there is none. */
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
