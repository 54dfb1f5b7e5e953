package io.millrace.bench.shuffles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * A load of the synthetic job.
 *
 * @param settings keys of the job's configuration
 */
record Load(String name, Map<String, String> settings) {

    /** One value of a factor, in words and as keys. */
    private record Choice(String name, Map<String, String> settings) {}

    static final String ORDINARY = "ordinary";

    /** The number of records that a token becomes. */
    private static final List<Choice> EMIT =
            List.of(
                    choice("one-to-one", "synthetic.emit", "one-to-one"),
                    choice("many-to-one", "synthetic.emit", "many-to-one"),
                    new Choice(
                            "one-to-many (4)",
                            Map.of("synthetic.emit", "one-to-many", "synthetic.lambda", "4")));

    /** With the generator's own exponent of 10, all but one record in a thousand have one key. */
    private static final List<Choice> KEYS =
            List.of(
                    choice("uniform keys", "synthetic.keys", "uniform"),
                    new Choice(
                            "zipfian keys",
                            Map.of("synthetic.keys", "zipfian", "synthetic.zipf.skew", "1")),
                    choice("biased keys", "synthetic.keys", "biased"));

    private static final List<Choice> PAYLOAD =
            List.of(
                    choice("payload of 3", "synthetic.payload", "3"),
                    choice("payload of 100", "synthetic.payload", "100"));

    private static final List<Choice> CPU =
            List.of(
                    choice("2 digits of pi", "synthetic.cpu", "2"),
                    choice("10 digits of pi", "synthetic.cpu", "10"));

    private static final List<Choice> REDUCES =
            List.of(
                    choice("2 reduce tasks", MRJobConfig.NUM_REDUCES, "2"),
                    choice("8 reduce tasks", MRJobConfig.NUM_REDUCES, "8"),
                    choice("32 reduce tasks", MRJobConfig.NUM_REDUCES, "32"));

    /** The ordinary choice of each factor comes first. */
    private static final List<List<Choice>> FACTORS = List.of(EMIT, KEYS, PAYLOAD, CPU, REDUCES);

    /** An ordinary load, and all that differ from it in one thing. */
    static List<Load> oneByOne() {
        return FACTORS.stream()
                .flatMap(factor -> crossed(List.of(factor)).stream())
                .distinct()
                .toList();
    }

    /** All distributions of keys with all numbers of reduce tasks. */
    static List<Load> skews() {
        return crossed(List.of(KEYS, REDUCES));
    }

    /** Everything with everything. */
    static List<Load> full() {
        return crossed(FACTORS);
    }

    boolean ordinary() {
        return name.equals(ORDINARY);
    }

    /** All that choices from these factors make, with the ordinary ones of the others. */
    private static List<Load> crossed(List<List<Choice>> varied) {
        List<List<Choice>> loads = List.of(List.of());
        for (List<Choice> factor : FACTORS) {
            List<Choice> choices = varied.contains(factor) ? factor : factor.subList(0, 1);
            loads =
                    loads.stream()
                            .flatMap(chosen -> choices.stream().map(next -> and(chosen, next)))
                            .toList();
        }
        return loads.stream().map(Load::of).toList();
    }

    private static List<Choice> and(List<Choice> chosen, Choice next) {
        return Stream.concat(chosen.stream(), Stream.of(next)).toList();
    }

    private static Load of(List<Choice> choices) {
        Map<String, String> settings = new TreeMap<>();
        List<String> unusual = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            settings.putAll(choices.get(i).settings());
            if (!choices.get(i).equals(FACTORS.get(i).get(0))) {
                unusual.add(choices.get(i).name());
            }
        }
        return new Load(unusual.isEmpty() ? ORDINARY : String.join(", ", unusual), settings);
    }

    private static Choice choice(String name, String key, String value) {
        return new Choice(name, Map.of(key, value));
    }
}
