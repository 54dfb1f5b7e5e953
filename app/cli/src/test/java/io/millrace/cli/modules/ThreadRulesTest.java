package io.millrace.cli.modules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.millrace.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes with mutable state say which threads may use them. */
class ThreadRulesTest {

    /** What a rule cannot be said without. */
    private static final Pattern RULE =
            Pattern.compile("thread|immutable|\\block", Pattern.CASE_INSENSITIVE);

    /** The number: how many classes with mutable state there are, at least. */
    @ParameterizedTest
    @CsvSource({
        "engine, 30",
        "bytecode, 5",
        "formats, 10",
        "files, 5",
        "hadoop, 30",
        "exchange, 30",
        "workers, 10",
        "collective, 15",
        "records, 30",
        "cluster, 15",
        "ui, 3",
        "verify, 5",
        "measure, 1",
        "cli, 3"
    })
    void classesThatChangeSayWhichThreadsMayUseThem(String module, int least) throws Exception {
        assertThat(silent(module, least)).isEmpty();
    }

    /** Classes of a module whose fields change, and which say nothing of threads. */
    private static List<String> silent(String module, int least) throws IOException {
        List<String> silent = new ArrayList<>();
        int seen = 0;
        for (JavaClass type : House.CLASSES) {
            if (type.getName().startsWith(House.ROOT + module + ".")
                    && type.isTopLevelClass()
                    && !type.isRecord()
                    && type.getFields().stream().anyMatch(ThreadRulesTest::changes)) {
                seen++;
                if (!RULE.matcher(javadoc(module, type)).find()) {
                    silent.add(type.getName());
                }
            }
        }
        assertThat(seen).as("classes of " + module + " that change").isGreaterThan(least);
        return silent;
    }

    /** Fields of commands are set by their parser, before anything else. */
    private static boolean changes(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.FINAL)
                && !field.getModifiers().contains(JavaModifier.STATIC)
                && field.getAnnotations().stream()
                        .noneMatch(each -> each.getRawType().getName().startsWith("picocli."));
    }

    /** The comment right before the class. */
    private static String javadoc(String module, JavaClass type) throws IOException {
        Path file = Checkout.sources(module).resolve(type.getName().replace('.', '/') + ".java");
        String source = Files.readString(file);
        Matcher begin =
                Pattern.compile(
                                "^[a-z ]*\\b(class|enum|interface) " + type.getSimpleName() + "\\b",
                                Pattern.MULTILINE)
                        .matcher(source);
        assertThat(begin.find()).as("a class in " + file).isTrue();
        int comment = source.lastIndexOf("/**", begin.start());
        return comment < 0 ? "" : source.substring(comment, begin.start());
    }
}
