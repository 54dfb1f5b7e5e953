package io.millrace.junit;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** One test's configuration and directory, and the state before the test. */
final class TestJobs {

    static final String FRAMEWORK = "millrace.junit.framework";

    private static final String MILLRACE = "millrace";
    private static final String LOCAL = "local";

    /** A file system that starts no process for each file that it creates. */
    private static final String LOCAL_FILES = "io.millrace.files.direct.DirectLocalFileSystem";

    /** The same for {@code FileContext}. */
    private static final String LOCAL_CONTEXT = "io.millrace.files.direct.DirectLocalFs";

    /**
     * Not a name that Millrace itself uses: such directories are deleted if no process holds them.
     */
    private static final String FOLDER = "junit-jobs";

    private final String test;
    private final java.nio.file.Path folder;
    private final JobConf conf;
    private final Leftovers leftovers;

    private TestJobs(String test, java.nio.file.Path folder, JobConf conf, Leftovers leftovers) {
        this.test = test;
        this.folder = folder;
        this.conf = conf;
        this.leftovers = leftovers;
    }

    /** Creates a test's directory and configuration. */
    static TestJobs begin(ExtensionContext context) throws IOException {
        String framework = framework(context);
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", framework);
        conf.set("fs.defaultFS", "file:///");
        if (framework.equals(MILLRACE)) {
            conf.set("fs.file.impl", LOCAL_FILES);
            conf.set("fs.AbstractFileSystem.file.impl", LOCAL_CONTEXT);
        }
        settings(context).forEach(setting -> set(conf, setting));
        java.nio.file.Path folder = Files.createTempDirectory(FOLDER);
        return new TestJobs(context.getDisplayName(), folder, conf, Leftovers.since());
    }

    private static String framework(ExtensionContext context) {
        String framework = context.getConfigurationParameter(FRAMEWORK).orElse(MILLRACE);
        if (!framework.equals(MILLRACE) && !framework.equals(LOCAL)) {
            throw new ExtensionConfigurationException(
                    FRAMEWORK + " is " + framework + "; allowed: " + MILLRACE + ", " + LOCAL);
        }
        return framework;
    }

    /** The settings of the class, of its enclosing classes, and then of the method. */
    private static List<String> settings(ExtensionContext context) {
        List<AnnotatedElement> elements = new ArrayList<>();
        context.getElement().ifPresent(elements::add);
        Class<?> type = context.getTestClass().orElse(null);
        while (type != null) {
            elements.add(0, type);
            type = Modifier.isStatic(type.getModifiers()) ? null : type.getEnclosingClass();
        }
        return elements.stream()
                .flatMap(element ->
                        AnnotationSupport.findAnnotation(element, MillraceTest.class).stream())
                .flatMap(annotation -> Stream.of(annotation.value()))
                .toList();
    }

    private static void set(JobConf conf, String setting) {
        int equals = setting.indexOf('=');
        if (equals <= 0) {
            throw new ExtensionConfigurationException(
                    "@MillraceTest has \"" + setting + "\"; it takes \"key=value\"");
        }
        conf.set(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
    }

    Path folder() {
        return new Path(folder.toUri());
    }

    JobConf conf() {
        return conf;
    }

    /**
     * Ends the jobs that the test left running, and deletes its directory.
     *
     * @throws AssertionError if the test left something
     */
    void end() throws IOException, InterruptedException {
        List<String> left = leftovers.end();
        try (Stream<java.nio.file.Path> all = Files.walk(folder)) {
            for (java.nio.file.Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
        if (!left.isEmpty()) {
            throw new AssertionError(test + " left " + String.join("; and ", left));
        }
    }
}
