package io.millrace.cli.cluster;

import io.millrace.cli.doctor.Finding;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Whether application masters start on Java 17. Those before Hadoop 3.5 need an option of the JVM,
 * which a client of Hadoop 3.5 adds only if the configuration says so.
 */
final class MasterCheck {

    private static final String ADMIN_OPTIONS = "yarn.app.mapreduce.am.admin-command-opts";
    private static final String OPTIONS = "yarn.app.mapreduce.am.command-opts";
    private static final String ADDS_OPTION = "mapreduce.jvm.add-opens-as-default";
    private static final String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    private MasterCheck() {}

    /** Looks at the options with which a job of this configuration starts on nodes of versions. */
    static Optional<Finding> of(Configuration conf, Collection<String> versions) {
        Optional<String> old = versions.stream().filter(MasterCheck::needsOption).findFirst();
        String options = conf.get(ADMIN_OPTIONS, "") + " " + conf.get(OPTIONS, "");
        if (old.isEmpty()
                || options.contains("java.base/java.lang=")
                || conf.getBoolean(ADDS_OPTION, false)) {
            return Optional.empty();
        }
        return Optional.of(
                Finding.warning(
                        "on Java 17, the application master of Hadoop "
                                + old.get()
                                + " needs an option that this client does not add",
                        "if it exits with code 1, set " + ADMIN_OPTIONS + "=" + OPTION));
    }

    private static boolean needsOption(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        int minor = Integer.parseInt(parts.group(2));
        return major < 3 || (major == 3 && minor < 5);
    }
}
