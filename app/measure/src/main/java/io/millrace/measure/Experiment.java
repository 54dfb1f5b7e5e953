package io.millrace.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are compared with each other.
 *
 * @param facts what all rows share, such as the size of the input
 * @param base the word of the row to which the others' ratios are; the first measured one if that
 *     row has no figures
 */
public record Experiment(String name, Map<String, Object> facts, String base, List<Row> rows) {

    public Experiment {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        rows = List.copyOf(rows);
    }

    /** Rows that are compared with the first. */
    public static Experiment of(String name, List<Row> rows) {
        return new Experiment(name, Map.of(), "", rows);
    }

    public Experiment comparedWith(String word) {
        return new Experiment(name, facts, word, rows);
    }

    public Experiment with(String fact, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(facts);
        more.put(fact, value);
        return new Experiment(name, more, base, rows);
    }

    /** A fact, for people. */
    public String fact(String fact) {
        return String.valueOf(facts.get(fact));
    }

    /** A fact that is a whole number. */
    public long number(String fact) {
        return ((Number) Objects.requireNonNull(facts.get(fact), fact)).longValue();
    }

    /** A row, if it was measured. */
    public Optional<Row> row(String word) {
        return rows.stream().filter(row -> row.word().equals(word) && row.measured()).findFirst();
    }

    public Optional<Row> baseRow() {
        return row(base).or(() -> rows.stream().filter(Row::measured).findFirst());
    }

    /** The rows that were measured, each with what they belong to. */
    public List<Line> lines() {
        return rows.stream().filter(Row::measured).map(row -> new Line(this, row)).toList();
    }

    /** The line of a row, if it was measured. */
    public Optional<Line> line(String word) {
        return row(word).map(row -> new Line(this, row));
    }

    /** The time of a row, as a multiple of another's; null if one of them has none. */
    public @Nullable Double ratio(String word, String other) {
        Optional<Row> above = row(word);
        Optional<Row> below = row(other);
        return above.isPresent() && below.isPresent()
                ? above.get().seconds().median() / below.get().seconds().median()
                : null;
    }

    /** The lines of several experiments. */
    public static List<Line> lines(List<Experiment> experiments) {
        return experiments.stream().flatMap(each -> each.lines().stream()).toList();
    }
}
