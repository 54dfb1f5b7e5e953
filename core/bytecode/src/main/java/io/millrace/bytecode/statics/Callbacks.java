package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods that libraries call without a call in the job's code: a map calls {@code hashCode} of
 * its keys, a sorted map {@code compareTo}, string concatenation {@code toString}, a loop {@code
 * iterator}. The objects in a collection are unknown, so methods of all classes count.
 */
final class Callbacks {

    private static final Set<String> METHODS =
            Set.of(
                    "toString()Ljava/lang/String;",
                    "hashCode()I",
                    "equals(Ljava/lang/Object;)Z",
                    "compareTo(Ljava/lang/Object;)I",
                    "compare(Ljava/lang/Object;Ljava/lang/Object;)I",
                    "iterator()Ljava/util/Iterator;");

    private static final String COMPARATOR = "java/util/Comparator";

    private Callbacks() {}

    /** A method, with its own object's and other objects' parameters. */
    record Called(Reach.Method method, int arguments) {}

    /** Such methods of the job's own classes, of whose objects statics may hold some. */
    static List<Called> methods(Reach reach) throws UnreadableException {
        List<Called> all = new ArrayList<>();
        Set<Reach.Method> seen = new HashSet<>();
        for (ClassNode type : reach.types()) {
            for (MethodNode node : type.methods) {
                Reach.Method target =
                        reach.inStatics(type) && METHODS.contains(node.name + node.desc)
                                ? reach.target(type, node.name, node.desc)
                                : null;
                if (target != null && seen.add(target)) {
                    all.add(new Called(target, Type.getArgumentTypes(node.desc).length));
                }
            }
        }
        return all;
    }

    /** Such objects that were created from methods. */
    static List<Reach.Lambda> lambdas(Reach reach) {
        return reach.lambdas(COMPARATOR, "compare");
    }
}
