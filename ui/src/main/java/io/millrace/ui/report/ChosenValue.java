package io.millrace.ui.report;

import io.millrace.hadoop.config.KeyOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;

/**
 * A key of a job's configuration whose value somebody set and that differs from the default. Values
 * that Millrace sets by itself do not count. Hadoop's redactor removes secrets, and passwords in
 * URLs, such as those of databases, are removed, too.
 *
 * @param defaultValue empty if there is none
 */
record ChosenValue(String key, String value, String defaultValue) {

    private static final Pattern PASSWORD_IN_URL =
            Pattern.compile("(?i)([?&;](?:password|pwd|pass)=)[^&;]*");

    static List<ChosenValue> in(Configuration conf) {
        Configuration defaults = new JobConf();
        ConfigRedactor redactor = new ConfigRedactor(conf);
        List<ChosenValue> chosen = new ArrayList<>();
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            String value = conf.getRaw(key);
            String usual = defaults.getRaw(key);
            if (value != null && !Objects.equals(value, usual) && KeyOrigin.chosen(conf, key)) {
                chosen.add(
                        new ChosenValue(
                                key,
                                PASSWORD_IN_URL
                                        .matcher(redactor.redact(key, value))
                                        .replaceAll("$1<redacted>"),
                                usual == null ? "" : redactor.redact(key, usual)));
            }
        }
        chosen.sort(Comparator.comparing(ChosenValue::key));
        return chosen;
    }
}
