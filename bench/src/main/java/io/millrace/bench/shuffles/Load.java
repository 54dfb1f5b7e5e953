package io.millrace.bench.shuffles;

import io.millrace.hadoop.config.HadoopKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * What the synthetic job is asked to do.
 *
 * @param settings keys of the job's configuration
 */
public record Load(String name, Map<String, String> settings) {

    private static final String EMIT = "synthetic.emit";
    private static final String KEYS = "synthetic.keys";
    private static final String PAYLOAD = "synthetic.payload";
    private static final String CPU = "synthetic.cpu";
    private static final String SPLIT = HadoopKeys.SPLIT_SIZE.name();
    private static final String REDUCES = MRJobConfig.NUM_REDUCES;

    /** With the generator's own exponent of 10, all but one record in a thousand have one key. */
    private static final String ZIPF_SKEW = "synthetic.zipf.skew";

    private static final Map<String, String> ORDINARY =
            Map.of(
                    EMIT, "one-to-one",
                    KEYS, "uniform",
                    ZIPF_SKEW, "1",
                    PAYLOAD, "3",
                    CPU, "2",
                    SPLIT, "8MB",
                    REDUCES, "2");

    /** An ordinary load, and others that differ from it in one thing each. */
    public static List<Load> few() {
        return List.of(
                with("ordinary", Map.of()),
                with("many-to-one", Map.of(EMIT, "many-to-one")),
                with("one-to-many", Map.of(EMIT, "one-to-many", "synthetic.lambda", "4")),
                with("zipfian keys", Map.of(KEYS, "zipfian")),
                with("biased keys", Map.of(KEYS, "biased")),
                with("payload of 100", Map.of(PAYLOAD, "100")),
                with("32 reduce tasks", Map.of(REDUCES, "32")),
                with("splits of 1 MB", Map.of(SPLIT, "1MB")),
                with("200 digits of pi", Map.of(CPU, "200")));
    }

    /** Everything with everything. */
    public static List<Load> all() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put(EMIT, List.of("one-to-one", "many-to-one", "one-to-many"));
        values.put(KEYS, List.of("uniform", "zipfian", "biased"));
        values.put(PAYLOAD, List.of("3", "100"));
        values.put(CPU, List.of("2", "200"));
        values.put(SPLIT, List.of("1MB", "32MB"));
        values.put(REDUCES, List.of("2", "8", "32"));
        List<Map<String, String>> grid = new ArrayList<>();
        grid.add(Map.of());
        values.forEach((key, choices) -> grid.addAll(crossed(grid, key, choices)));
        return grid.stream()
                .filter(settings -> settings.size() == values.size())
                .map(settings -> with(String.join(", ", words(settings)), settings))
                .toList();
    }

    private static List<Map<String, String>> crossed(
            List<Map<String, String>> grid, String key, List<String> choices) {
        List<Map<String, String>> crossed = new ArrayList<>();
        for (Map<String, String> settings : grid) {
            for (String choice : choices) {
                Map<String, String> more = new LinkedHashMap<>(settings);
                more.put(key, choice);
                crossed.add(more);
            }
        }
        return crossed;
    }

    private static List<String> words(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(each ->
                        each.getKey().substring(each.getKey().lastIndexOf('.') + 1)
                                + " "
                                + each.getValue())
                .toList();
    }

    private static Load with(String name, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(ORDINARY);
        all.putAll(settings);
        return new Load(name, all);
    }
}
