package io.millrace.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table of Markdown.
 *
 * @param <T> what a line is made of
 */
public final class Table<T> {

    static final String NOTHING = "-";

    private static final String RATIO = "%.2f";

    /** {@code ratio} is null if the column has no mean. */
    private record Column<T>(
            String title,
            Function<? super T, String> cell,
            @Nullable Function<? super T, ? extends @Nullable Number> ratio) {}

    private final List<Column<T>> columns = new ArrayList<>();

    /** Adds a column of texts. */
    public Table<T> text(String title, Function<? super T, String> cell) {
        columns.add(new Column<>(title, cell, null));
        return this;
    }

    /** Adds a column of numbers in a format of {@link Formatter}; a dash where there is none. */
    public Table<T> number(
            String title, String format, Function<? super T, ? extends @Nullable Number> value) {
        return text(title, line -> cell(format, value.apply(line)));
    }

    /** Adds a column of ratios, which have a mean. */
    public Table<T> ratio(String title, Function<? super T, ? extends @Nullable Number> value) {
        columns.add(new Column<>(title, line -> cell(RATIO, value.apply(line)), value));
        return this;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its formats are all in this module
    private static String cell(String format, @Nullable Number number) {
        return number == null ? NOTHING : String.format(Locale.ROOT, format, number);
    }

    /**
     * A further line with the geometric means of the ratios of some lines; those without a ratio do
     * not count.
     */
    public String means(String title, Collection<? extends T> lines) {
        StringBuilder text = new StringBuilder("| **" + title + ", geometric mean** |");
        for (Column<T> column : columns.subList(1, columns.size())) {
            text.append(column.ratio == null ? " |" : " " + mean(column.ratio, lines) + " |");
        }
        return text.append('\n').toString();
    }

    private static <T> String mean(
            Function<? super T, ? extends @Nullable Number> ratio, Collection<? extends T> lines) {
        List<Double> ratios = new ArrayList<>();
        for (T line : lines) {
            Number value = ratio.apply(line);
            if (value != null) {
                ratios.add(value.doubleValue());
            }
        }
        return cell(RATIO, ratios.isEmpty() ? null : new Sample(ratios).geometricMean());
    }

    /** The table with a line for each of these. */
    public String of(Collection<? extends T> lines) {
        StringBuilder text = new StringBuilder();
        row(text, columns.stream().map(Column::title).toList());
        text.append("|").append("---|".repeat(columns.size())).append('\n');
        for (T line : lines) {
            row(text, columns.stream().map(column -> column.cell.apply(line)).toList());
        }
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
