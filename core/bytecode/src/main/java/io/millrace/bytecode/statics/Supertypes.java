package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The supertypes of all classes, by internal name. Used by one scan. */
final class Supertypes {

    private static final String OBJECT = "java/lang/Object";

    private final ClassLoader loader;
    private final Map<String, Set<String>> known = new HashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final Set<String> lambdas = new HashSet<>();

    Supertypes(ClassLoader loader) {
        this.loader = loader;
    }

    /** Whether objects of {@code type} are also objects of {@code wanted}. */
    boolean isA(String type, String wanted) {
        return wanted.equals(OBJECT) || of(type).contains(wanted);
    }

    /** Whether a class has lambdas or method references that can be serialized. */
    boolean hasLambdas(String type) {
        of(type);
        return lambdas.contains(type);
    }

    /** Whether all supertypes can be found, so that the JVM can create objects of the type. */
    boolean complete(String type) {
        return Collections.disjoint(of(type), absent);
    }

    /** A type and all its supertypes. */
    Set<String> of(String type) {
        Set<String> all = known.get(type);
        if (all == null) {
            all = new HashSet<>(Set.of(type));
            known.put(type, all);
            for (String each : declared(type)) {
                all.addAll(of(each));
            }
        }
        return all;
    }

    /** Empty for a class that cannot be found: there are no objects of it. */
    private List<String> declared(String type) {
        try {
            return type.startsWith("java/") ? ofThisJvm(type) : ofFile(type);
        } catch (IOException | ClassNotFoundException | LinkageError | RuntimeException e) {
            absent.add(type);
            return List.of();
        }
    }

    /** Uses reflection, because class files of a JDK may be newer than the parser supports. */
    private static List<String> ofThisJvm(String type) throws ClassNotFoundException {
        Class<?> found =
                Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        List<String> all = new ArrayList<>();
        if (found.getSuperclass() != null) {
            all.add(found.getSuperclass().getName().replace('.', '/'));
        }
        for (Class<?> each : found.getInterfaces()) {
            all.add(each.getName().replace('.', '/'));
        }
        return all;
    }

    private List<String> ofFile(String type) throws IOException, ClassNotFoundException {
        ClassFile file = ClassFile.find(loader, type);
        if (file == null) {
            throw new ClassNotFoundException(type);
        }
        if (file.mentions(Reach.READS_LAMBDAS)) {
            lambdas.add(type);
        }
        List<String> all = new ArrayList<>(file.interfaces());
        String superclass = file.superclass();
        if (superclass != null) {
            all.add(superclass);
        }
        return all;
    }
}
