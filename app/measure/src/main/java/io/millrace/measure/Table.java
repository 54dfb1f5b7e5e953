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

    private record Column<T>(String title, Function<? super T, String> cell) {}

    private final List<Column<T>> columns = new ArrayList<>();

    /** Adds a column of texts. */
    public Table<T> text(String title, Function<? super T, String> cell) {
        columns.add(new Column<>(title, cell));
        return this;
    }

    /** Adds a column of numbers in a format of {@link Formatter}; a dash where there is none. */
    @SuppressWarnings("AnnotateFormatMethod") // its formats are all in this module
    public Table<T> number(
            String title, String format, Function<? super T, ? extends @Nullable Number> value) {
        return text(
                title,
                line -> {
                    Number number = value.apply(line);
                    return number == null ? NOTHING : String.format(Locale.ROOT, format, number);
                });
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
