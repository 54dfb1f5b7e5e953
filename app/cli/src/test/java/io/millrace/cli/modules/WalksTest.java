package io.millrace.cli.modules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import io.millrace.testing.Checkout;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walks through the code that the architecture page describes, class by class. */
class WalksTest {

    private static final Pattern PLACE =
            Pattern.compile("`([a-z]+(?:\\.[a-z]+)+(?:\\.[A-Z]\\w+)?)`");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.]+\\.[A-Z]\\w+)` \\|");

    @ParameterizedTest
    @CsvSource({
        "A job, 8",
        "A key, 3",
        "A record, 13",
        "A task, 5",
        "A block, 13",
        "A collective, 5",
        "A plug-in attempt, 5"
    })
    void eachClassOfAWalkIsThereAndKnowsOneBefore(String walk, int most) throws Exception {
        List<String> classes = classesOf(walk);
        assertThat(classes).hasSizeBetween(3, most).doesNotHaveDuplicates();
        List<String> strays = new ArrayList<>();
        for (int i = 1; i < classes.size(); i++) {
            String at = classes.get(i);
            if (classes.subList(0, i).stream()
                    .noneMatch(before -> knows(before, at) || knows(at, before))) {
                strays.add(at);
            }
        }
        assertThat(strays).as("know none of the classes above them").isEmpty();
    }

    /** Packages and classes that answer a newcomer's questions. */
    @Test
    void eachPlaceWhereToLookIsThere() throws Exception {
        Set<String> packages =
                House.CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(PLACE.matcher(section("## 3[^\n]*")).results().map(each -> each.group(1)))
                .hasSizeGreaterThan(20)
                .allMatch(place ->
                        packages.contains(House.ROOT + place)
                                || House.CLASSES.contain(House.ROOT + place));
    }

    private static List<String> classesOf(String walk) throws Exception {
        return ROW.matcher(section("### " + walk))
                .results()
                .map(row -> House.ROOT + row.group(1))
                .toList();
    }

    private static String section(String heading) throws Exception {
        String page = Files.readString(Checkout.root().resolve("docs/architecture.md"));
        Matcher section = Pattern.compile("(?s)\n" + heading + "\n(.*?)\n##").matcher(page);
        assertThat(section.find()).as("a section %s", heading).isTrue();
        return Objects.requireNonNull(section.group(1));
    }

    /** Whether code of one class uses another, by its own name or that of what it implements. */
    private static boolean knows(String user, String used) {
        assertThat(House.CLASSES.contain(used)).as(used).isTrue();
        JavaClass target = House.CLASSES.get(used);
        Set<String> names =
                Stream.concat(Stream.of(target), target.getAllRawInterfaces().stream())
                        .map(JavaClass::getName)
                        .filter(name -> name.startsWith(House.ROOT))
                        .collect(Collectors.toCollection(TreeSet::new));
        return House.CLASSES.stream()
                .filter(type ->
                        type.getName().equals(user) || type.getName().startsWith(user + "$"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .anyMatch(type -> names.contains(type.getName()));
    }
}
