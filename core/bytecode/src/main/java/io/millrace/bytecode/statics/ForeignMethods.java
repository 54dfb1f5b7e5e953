package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The methods that types outside the job declare. Code outside the job may call a method of the
 * job's that overrides one of them. Used by one scan.
 */
final class ForeignMethods {

    private static final String TOOL = "org/apache/hadoop/util/Tool";

    private final ClassLoader loader;
    private final Supertypes supertypes;
    private final ClassFiles files;
    private final Map<String, Set<String>> known = new HashMap<>();

    ForeignMethods(ClassLoader loader, Supertypes supertypes, ClassFiles files) {
        this.loader = loader;
        this.supertypes = supertypes;
        this.files = files;
    }

    /** Whether a supertype outside the job declares a method, by its name and descriptor. */
    boolean declares(String type, String method) {
        for (String each : supertypes.of(type)) {
            if (!files.ours(each)
                    && known.computeIfAbsent(each, this::methods).contains(method)
                    && !(each.equals(TOOL) && method.equals(Reach.TOOL_RUN))) {
                return true;
            }
        }
        return false;
    }

    private Set<String> methods(String type) {
        try {
            return type.startsWith("java/") ? ofThisJvm(type) : ofFile(type);
        } catch (IOException | ClassNotFoundException | LinkageError | RuntimeException e) {
            return Set.of(); // no object of such a type can be created
        }
    }

    /** Uses reflection, because class files of a JDK may be newer than the parser supports. */
    private static Set<String> ofThisJvm(String type) throws ClassNotFoundException {
        Set<String> all = new HashSet<>();
        Class<?> found =
                Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        for (Method each : found.getDeclaredMethods()) {
            all.add(each.getName() + Type.getMethodDescriptor(each));
        }
        return all;
    }

    private Set<String> ofFile(String type) throws IOException {
        ClassFile file = ClassFile.find(loader, type);
        return file == null ? Set.of() : file.methods().keySet();
    }
}
