package io.millrace.bench.pavlo;

import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.input.InputCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables as text and as paged files, made when they are first asked for. Used by one thread.
 */
final class Inputs {

    /** The paper has 20 GB of visits for 1 GB of rankings. */
    private static final int VISITS_FOR_RANKINGS = 20;

    private final Path home;
    private final long bytes;
    private final long seed;
    private final Path work;
    private final Set<Path> paged = new HashSet<>();
    private final List<Row> built = new ArrayList<>();

    /** Each table is of {@code bytes}; paged files are below {@code work}. */
    Inputs(Path home, long bytes, long seed, Path work) {
        this.home = home;
        this.bytes = bytes;
        this.seed = seed;
        this.work = work;
    }

    /** The paged files that were built: table, order, and time. */
    List<Row> built() {
        return List.copyOf(built);
    }

    /** The tables of a task, as text. */
    Map<TableKind, Path> texts(Task task) throws IOException, InterruptedException {
        Map<TableKind, Path> texts = new EnumMap<>(TableKind.class);
        texts.put(task.table(), text(task.table(), bytes));
        if (task == Task.JOIN) {
            texts.put(TableKind.RANKINGS, rankingsOfJoin());
        }
        return texts;
    }

    /** The smaller table of the join, as text. */
    Path rankingsOfJoin() throws IOException, InterruptedException {
        return text(TableKind.RANKINGS, bytes / VISITS_FOR_RANKINGS);
    }

    private Path text(TableKind table, long size) throws IOException, InterruptedException {
        return InputCache.ofThisUser().get(table.kind(), size, seed);
    }

    /** The text of a task as one path: for a join, a directory with both tables. */
    Path text(Task task) throws IOException, InterruptedException {
        if (task != Task.JOIN) {
            return text(task.table(), bytes);
        }
        Path both = Files.createDirectories(work.resolve("both"));
        for (Map.Entry<TableKind, Path> each : texts(task).entrySet()) {
            Path link = both.resolve(each.getKey().word());
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, each.getValue());
            }
        }
        return both;
    }

    /** The task's table as paged files, in the order of the text or of its index. */
    Path paged(Task task, boolean sorted)
            throws IOException, InterruptedException, MeasurementException {
        TableKind table = task.table();
        Path index = work.resolve(table.word() + (sorted ? "-sorted" : "-paged"));
        if (paged.add(index)) {
            String order = sorted ? "sorted" : "in the order of the text";
            built.add(Row.of(table.word(), order, build(table, sorted, index)));
        }
        return index;
    }

    private Figures build(TableKind table, boolean sorted, Path index)
            throws IOException, InterruptedException, MeasurementException {
        Path schema = Files.writeString(work.resolve("schema"), table.schema().toString());
        List<String> command = new ArrayList<>(List.of("index", "build", "--key", table.key()));
        if (sorted) {
            command.add("--sort");
        }
        command.addAll(List.of("--schema", schema.toUri().toString()));
        command.add(text(table, bytes).toUri().toString());
        command.add(index.toUri().toString());
        Figures figures =
                TimedProcess.launcher(home, "millrace index build", command, Map.of())
                        .run(work, List.of());
        System.err.printf("%s: %.2f s%n", index.getFileName(), figures.seconds());
        return figures;
    }
}
