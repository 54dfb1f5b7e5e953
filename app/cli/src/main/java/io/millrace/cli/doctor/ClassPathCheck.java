package io.millrace.cli.doctor;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Libraries that are on the class path in several versions: which one is used is chance. */
final class ClassPathCheck implements Check {

    /** {@code name-1.2.3.jar}; {@code tests} and the like are another library. */
    private static final Pattern JAR =
            Pattern.compile(
                    "(?<name>.+?)-(?<version>\\d[\\w.]*(?:-(?:SNAPSHOT|jre|android|GA))?)(?<rest>-.+)?\\.jar");

    private final String classPath;

    /** A check of a class path as in the system property {@code java.class.path}. */
    ClassPathCheck(String classPath) {
        this.classPath = classPath;
    }

    @Override
    public List<Finding> look() {
        Map<String, TreeSet<String>> versions = new TreeMap<>();
        List<Path> jars = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            Path file = jar.getFileName();
            if (file == null || !file.toString().endsWith(".jar")) {
                continue;
            }
            jars.add(jar);
            Matcher parts = JAR.matcher(file.toString());
            if (parts.matches()) {
                String rest = parts.group("rest") == null ? "" : parts.group("rest");
                versions.computeIfAbsent(parts.group("name") + rest, name -> new TreeSet<>())
                        .add(parts.group("version"));
            }
        }
        List<Finding> findings = new ArrayList<>();
        versions.forEach((name, found) -> {
            if (found.size() > 1) {
                findings.add(
                        Finding.warning(
                                name
                                        + " is on the class path in versions "
                                        + String.join(" and ", found),
                                "keep one: HADOOP_CLASSPATH and the Hadoop installation bring them"));
            }
        });
        if (findings.isEmpty()) {
            findings.add(Finding.ok(jars.size() + " jars on the class path, none in two versions"));
        }
        return findings;
    }
}
