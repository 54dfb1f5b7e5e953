package io.millrace.bytecode.packages;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.file.UnreadableClassException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.tree.ClassNode;

/**
 * The uses of classes outside the job, other than the JDK's, in one class of the job. All names
 * have dots.
 *
 * @param above its superclass and interfaces
 * @param packages the classes outside that it uses, each with the packages of the objects that it
 *     passes to them or gets from them
 * @param exact whether its code was read; if not, it may use fewer than these
 */
record Outside(List<String> above, Map<String, Set<String>> packages, boolean exact) {

    /** A class that cannot be read uses nothing: the JVM could not define it either. */
    static final Outside NOTHING = new Outside(List.of(), Map.of(), true);

    /** All that the class may use, without a look at its code. */
    static Outside atMost(ClassFile file, Predicate<String> outside)
            throws UnreadableClassException {
        List<String> above = new ArrayList<>(file.interfaces());
        String superclass = file.superclass();
        if (superclass != null) {
            above.add(superclass);
        }
        return of(above, PackageUse.atMost(file), outside, false);
    }

    /** All uses in the code of the class. */
    static Outside exactly(ClassNode type, Predicate<String> outside) {
        List<String> above = new ArrayList<>(type.interfaces);
        if (type.superName != null) {
            above.add(type.superName);
        }
        return of(above, PackageUse.all(type), outside, true);
    }

    private static Outside of(
            List<String> above, Set<PackageUse> uses, Predicate<String> outside, boolean exact) {
        Map<String, Set<String>> packages = new HashMap<>();
        for (PackageUse use : uses) {
            String owner = dotted(use.owner());
            if (outside.test(owner)) {
                Set<String> exchanged = packages.computeIfAbsent(owner, each -> new HashSet<>(0));
                use.exchanged()
                        .forEach(type -> exchanged.add(SplitPackages.packageOf(dotted(type))));
            }
        }
        return new Outside(above.stream().map(Outside::dotted).toList(), packages, exact);
    }

    private static String dotted(String name) {
        return name.replace('/', '.');
    }

    /** Whether it uses a class of that package. */
    boolean uses(String name) {
        return packages.keySet().stream()
                .anyMatch(type -> SplitPackages.packageOf(type).equals(name));
    }
}
