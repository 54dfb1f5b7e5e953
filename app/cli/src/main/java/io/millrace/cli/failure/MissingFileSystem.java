package io.millrace.cli.failure;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.util.VersionUtil;

/** Says how to add a file system whose classes are not on the class path. */
final class MissingFileSystem {

    /** Part of each hint, and of nothing else. */
    static final String WHAT_TO_DO = "app.jar ..., or its jars to HADOOP_CLASSPATH";

    private static final Pattern NO_SCHEME =
            Pattern.compile(
                    "No FileSystem for scheme \"([^\"]+)\""
                            + "|No AbstractFileSystem configured for scheme: ([\\w+.-]+)");
    private static final Pattern NO_CLASS = Pattern.compile("Class (\\S+) not found");

    /** The oldest Hadoop that has a file system for {@code gs://}. */
    private static final String HAS_GS = "3.5";

    /** The oldest Hadoop whose file system for {@code wasb://} only throws. */
    private static final String HAS_NO_WASB = "3.5";

    private static final String WASB = "wasb";

    /**
     * A file system in a separate package.
     *
     * @param schemes of its paths
     * @param classes prefixes of the names of its classes
     * @param coordinates of the package, with {@code %s} for the version of Hadoop
     */
    private record Known(List<String> schemes, List<String> classes, String coordinates) {}

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            List.of("s3a"),
                            List.of("org.apache.hadoop.fs.s3a."),
                            "org.apache.hadoop:hadoop-aws:%s"),
                    new Known(
                            List.of("abfs", "abfss"),
                            List.of("org.apache.hadoop.fs.azurebfs."),
                            "org.apache.hadoop:hadoop-azure:%s"),
                    new Known(
                            List.of(WASB, "wasbs"),
                            List.of("org.apache.hadoop.fs.azure."),
                            "org.apache.hadoop:hadoop-azure:%s"),
                    new Known(
                            List.of("adl"),
                            List.of("org.apache.hadoop.fs.adl."),
                            "org.apache.hadoop:hadoop-azure-datalake:%s"),
                    new Known(
                            List.of("gs"),
                            List.of("org.apache.hadoop.fs.gs.", "com.google.cloud.hadoop.fs.gcs."),
                            isSince(HAS_GS)
                                    ? "org.apache.hadoop:hadoop-gcp:%s"
                                    : "com.google.cloud.bigdataoss:gcs-connector:hadoop3-2.2.26"),
                    new Known(
                            List.of("hdfs", "webhdfs", "swebhdfs"),
                            List.of("org.apache.hadoop.hdfs.", "org.apache.hadoop.fs.Hdfs"),
                            "org.apache.hadoop:hadoop-hdfs-client:%s"),
                    new Known(
                            List.of("oss"),
                            List.of("org.apache.hadoop.fs.aliyun.oss."),
                            "org.apache.hadoop:hadoop-aliyun:%s"),
                    new Known(
                            List.of("cosn"),
                            List.of("org.apache.hadoop.fs.cosn."),
                            "org.apache.hadoop:hadoop-cos:%s"),
                    new Known(
                            List.of("obs"),
                            List.of("org.apache.hadoop.fs.obs."),
                            "org.apache.hadoop:hadoop-huaweicloud:%s"),
                    new Known(
                            List.of("ofs", "o3fs"),
                            List.of("org.apache.hadoop.fs.ozone."),
                            "org.apache.ozone:ozone-filesystem-hadoop3:1.4.1"));

    private MissingFileSystem() {}

    private static boolean isSince(String version) {
        return VersionUtil.compareVersions(VersionInfo.getVersion(), version) >= 0;
    }

    /** The failure and its remedy, in one line, if a stack or a line of one shows it. */
    static Optional<String> line(String stack) {
        Optional<String> scheme =
                NO_SCHEME
                        .matcher(stack)
                        .results()
                        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                        .map(MissingFileSystem::ofScheme)
                        .findFirst();
        return scheme.or(() -> ofClass(stack));
    }

    private static Optional<String> ofClass(String stack) {
        return NO_CLASS.matcher(stack)
                .results()
                .map((MatchResult match) -> match.group(1))
                .flatMap(missing ->
                        KNOWN.stream()
                                .filter(known ->
                                        known.classes().stream().anyMatch(missing::startsWith)))
                .map(known -> line(known.schemes().get(0), known))
                .findFirst();
    }

    private static String ofScheme(String scheme) {
        return KNOWN.stream()
                .filter(known -> known.schemes().contains(scheme))
                .findFirst()
                .map(known -> line(scheme, known))
                .orElseGet(() ->
                        "no file system for "
                                + scheme
                                + ":// is on the class path; add its package: millrace jar"
                                + " --packages group:artifact:version "
                                + WHAT_TO_DO);
    }

    private static String line(String scheme, Known known) {
        String coordinates = known.coordinates().formatted(VersionInfo.getVersion());
        String reason = ":// is not on the class path; add it: millrace jar --packages ";
        if (scheme.startsWith(WASB) && isSince(HAS_NO_WASB)) {
            String successor = scheme.replace(WASB, "abfs");
            reason =
                    ":// is no longer part of Hadoop; write "
                            + successor
                            + ":// instead, and add its file system: millrace jar --packages ";
        }
        return "the file system of " + scheme + reason + coordinates + " " + WHAT_TO_DO;
    }
}
