package io.millrace.hadoop.statics;

import io.millrace.hadoop.config.KeyOrigin;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** Names of classes in texts. */
final class ClassNames {

    private static final Pattern NAME =
            Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+");

    /** A class in no package. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

    private static final Pattern SEPARATOR = Pattern.compile("[\\s,;:=|<>\"]+");

    private ClassNames() {}

    static boolean looksLikeOne(String text) {
        return text.length() < 500 && NAME.matcher(text).matches();
    }

    /**
     * Whatever in the configuration's values may be the name of a class: mappers and formats under
     * Hadoop's keys, under those of its libraries, and under the application's own. Hadoop's
     * defaults name Hadoop's classes only.
     */
    static Set<String> in(Configuration conf) {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, String> entry : conf) {
            if (KeyOrigin.hadoops(conf, entry.getKey())) {
                continue;
            }
            boolean expected = entry.getKey().contains("class");
            SEPARATOR
                    .splitAsStream(entry.getValue())
                    .filter(part ->
                            looksLikeOne(part) || (expected && WORD.matcher(part).matches()))
                    .forEach(names::add);
        }
        return names;
    }
}
