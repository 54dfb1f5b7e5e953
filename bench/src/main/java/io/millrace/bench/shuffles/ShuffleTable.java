package io.millrace.bench.shuffles;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures as rows of Markdown: a row for each load, a column for each way. */
public final class ShuffleTable {

    private final List<Way> ways;

    public ShuffleTable(List<Way> ways) {
        this.ways = List.copyOf(ways);
    }

    /** What stands above the rows. */
    public String head() {
        return "| load | "
                + ways.stream().map(Way::name).collect(Collectors.joining(" | "))
                + " |\n|---|"
                + "---|".repeat(ways.size())
                + "\n";
    }

    /**
     * One load: seconds of wall clock and of processor time for the first way, and what part of
     * them the others take.
     */
    public String row(List<Measured> measured) {
        Measured first = measured.get(0);
        StringBuilder row = new StringBuilder("| ").append(first.load().name());
        row.append(
                String.format(Locale.ROOT, " | %.2f s, %.2f s", first.wall(), first.processor()));
        for (Measured other : measured.subList(1, measured.size())) {
            row.append(
                    String.format(
                            Locale.ROOT,
                            " | %.2f, %.2f",
                            other.wall() / first.wall(),
                            other.processor() / first.processor()));
        }
        return row.append(" |\n").toString();
    }
}
