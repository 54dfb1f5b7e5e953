package io.millrace.cli.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that are as wide as what is in them, within reason. */
final class Table {

    /** Longer text stands out of its column rather than moving those behind it for all rows. */
    private static final int WIDEST = 34;

    private final String indent;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String indent) {
        this.indent = indent;
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** A line for each row. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell);
                if (column + 1 < row.size()) {
                    line.append(" ".repeat(Math.max(0, width(column) - cell.length()) + 2));
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .mapToInt(row -> row.get(column).length())
                .filter(length -> length <= WIDEST)
                .max()
                .orElse(0);
    }
}
