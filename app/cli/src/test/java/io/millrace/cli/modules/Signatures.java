package io.millrace.cli.modules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The types that users of a class meet: in what it extends, and in its public members. */
final class Signatures {

    private Signatures() {}

    static Set<String> typesOf(JavaClass type) {
        Set<String> found = new TreeSet<>();
        type.getRawSuperclass().ifPresent(above -> add(above, found));
        type.getInterfaces().forEach(above -> add(above, found));
        type.getMembers().stream()
                .filter(Signatures::seen)
                .forEach(member -> types(member).forEach(each -> add(each, found)));
        return found;
    }

    private static boolean seen(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof JavaCodeUnit unit) {
            return Stream.concat(
                    Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
        }
        return member.getAllInvolvedRawTypes().stream().map(JavaType.class::cast);
    }

    private static void add(JavaType type, Set<String> found) {
        type.getAllInvolvedRawTypes()
                .forEach(raw -> found.add(raw.getBaseComponentType().getName()));
    }
}
