package io.millrace.ui.report;

import io.millrace.engine.redact.Secrets;
import io.millrace.hadoop.config.KeyOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.ConfigRedactor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;

/**
 * A key of a job's configuration whose value somebody set and that differs from the default. Values
 * that Millrace sets by itself do not count. Hadoop's redactor and {@link Secrets} remove
 * credentials.
 *
 * @param defaultValue empty if there is none
 */
record ChosenValue(String key, String value, String defaultValue) {

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
                                Secrets.redact(key, redactor.redact(key, value)),
                                usual == null ? "" : redactor.redact(key, usual)));
            }
        }
        chosen.sort(Comparator.comparing(ChosenValue::key));
        return chosen;
    }
}
