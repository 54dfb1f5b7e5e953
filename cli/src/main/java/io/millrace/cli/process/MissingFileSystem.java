package io.millrace.cli.process;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;

/** Says how to add a file system whose classes are not on the class path. */
final class MissingFileSystem {

    private static final Pattern NO_SCHEME =
            Pattern.compile("No FileSystem for scheme \"([^\"]+)\"");
    private static final Pattern NO_CLASS = Pattern.compile("Class (\\S+) not found");

    /**
     * A file system that comes in a package of its own.
     *
     * @param schemes of its paths
     * @param classes what the names of its classes begin with
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
                            List.of("abfs", "abfss", "wasb", "wasbs"),
                            List.of(
                                    "org.apache.hadoop.fs.azurebfs.",
                                    "org.apache.hadoop.fs.azure."),
                            "org.apache.hadoop:hadoop-azure:%s"),
                    new Known(
                            List.of("gs"),
                            List.of("org.apache.hadoop.fs.gs.", "com.google.cloud.hadoop.fs.gcs."),
                            "org.apache.hadoop:hadoop-gcp:%s"),
                    new Known(
                            List.of("hdfs", "webhdfs", "swebhdfs"),
                            List.of("org.apache.hadoop.hdfs."),
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
                            "org.apache.hadoop:hadoop-huaweicloud:%s"));

    private MissingFileSystem() {}

    /** What failed and what to do, in one line, if that is what is behind the failure. */
    static Optional<String> line(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            Matcher scheme = NO_SCHEME.matcher(message);
            if (scheme.find()) {
                return Optional.of(ofScheme(scheme.group(1)));
            }
            Matcher name = NO_CLASS.matcher(message);
            if (name.find()) {
                String missing = name.group(1);
                return KNOWN.stream()
                        .filter(known -> known.classes().stream().anyMatch(missing::startsWith))
                        .findFirst()
                        .map(known -> line(known.schemes().get(0), known));
            }
        }
        return Optional.empty();
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
                                + " --packages group:artifact:version app.jar ..., or its jars to"
                                + " HADOOP_CLASSPATH");
    }

    private static String line(String scheme, Known known) {
        String coordinates = known.coordinates().formatted(VersionInfo.getVersion());
        return "the file system of "
                + scheme
                + ":// is not on the class path; add it: millrace jar --packages "
                + coordinates
                + " app.jar ..., or its jars to HADOOP_CLASSPATH";
    }
}
