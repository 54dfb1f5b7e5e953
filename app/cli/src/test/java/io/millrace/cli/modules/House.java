package io.millrace.cli.modules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * The classes of Millrace as they are compiled, and who uses whom: by the types that the code has,
 * and by names of classes in its constants, which no import shows.
 */
final class House {

    static final String ROOT = "io.millrace.";

    /**
     * Where the jar of {@code hadoop} has libraries, under names that no job's are in conflict
     * with.
     */
    private static final String SHADED = ROOT + "shaded.";

    /** All that is on the class path, is no test, and was not written elsewhere. */
    static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(
                            location -> !location.contains("/" + SHADED.replace('.', '/')))
                    .withImportOption(location -> !location.contains("/io/millrace/testing/"))
                    .importPackages("io.millrace");

    private static final Pattern CLASS_NAME =
            Pattern.compile("io\\.millrace(\\.[a-z]\\w*)+(\\.[A-Z]\\w*)+");

    private House() {}

    /**
     * One class uses another.
     *
     * @param byName whether it only has its name
     */
    record Use(String from, String to, boolean byName) implements Comparable<Use> {

        String fromPackage() {
            return packageOf(from);
        }

        String toPackage() {
            return packageOf(to);
        }

        @Override
        public int compareTo(Use other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return from + (byName ? " -by name-> " : " -> ") + to;
        }
    }

    /** Every use of a class of ours by another one. */
    static Set<Use> uses() throws IOException {
        return uses(CLASSES);
    }

    /** Every use of a class of ours by one of these. */
    static Set<Use> uses(JavaClasses classes) throws IOException {
        Set<Use> uses = new TreeSet<>();
        for (JavaClass each : classes) {
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType().getName())
                    .filter(House::isOurs)
                    .forEach(name -> uses.add(new Use(each.getName(), name, false)));
            names(each).forEach(name -> uses.add(new Use(each.getName(), name, true)));
        }
        return uses;
    }

    private static Set<String> names(JavaClass type) throws IOException {
        ClassNode code = code(type);
        Stream<Object> fields = code.fields.stream().map((FieldNode field) -> field.value);
        Stream<Object> constants =
                code.methods.stream()
                        .flatMap(method -> Arrays.stream(method.instructions.toArray()))
                        .filter((AbstractInsnNode each) -> each instanceof LdcInsnNode)
                        .map(each -> ((LdcInsnNode) each).cst);
        return Stream.concat(fields, constants)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(text -> CLASS_NAME.matcher(text).matches())
                .collect(Collectors.toSet());
    }

    static ClassNode code(JavaClass type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in =
                Objects.requireNonNull(House.class.getClassLoader().getResourceAsStream(file))) {
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, 0);
            return node;
        }
    }

    private static boolean isOurs(String type) {
        return type.startsWith(ROOT) && !type.startsWith(SHADED);
    }

    static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    /** Of {@code io.millrace.engine.plan}, {@code engine}. */
    static String moduleOf(String name) {
        String rest = name.substring(ROOT.length());
        int end = rest.indexOf('.');
        return end < 0 ? rest : rest.substring(0, end);
    }

    /** Of {@code io.millrace.hadoop.job.cache}, {@code hadoop.job}: the first level of a module. */
    static String partOf(String packageName) {
        String rest = packageName.substring(ROOT.length());
        int second = rest.indexOf('.', rest.indexOf('.') + 1);
        return second < 0 ? rest : rest.substring(0, second);
    }
}
