package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.shuffles.Load;
import io.millrace.bench.shuffles.ShuffleTable;
import io.millrace.bench.shuffles.Study;
import io.millrace.bench.shuffles.Way;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Pull, push and hybrid, with their locks, under loads of all kinds. */
@Command(
        name = "shuffles",
        description = {
            "Run the synthetic job with many loads, each with every shuffle, by turns in this process, and print",
            "medians: seconds of wall clock and of processor time for pull, the others as multiples of pull's."
        },
        sortOptions = false)
final class ShufflesCommand implements Callable<Integer> {

    @Option(
            names = "--full",
            description = "All loads with all shuffles and locks; takes many hours.")
    private boolean full;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "Only loads whose name this finds (default: all).")
    private String only = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "32MB",
            description = "About how much text is read (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each that count (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Where the table is kept too (default: it is only printed).")
    private @Nullable Path results;

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new BenchException("--runs is " + runs + "; it takes at least one run");
        }
        System.setProperty("millrace-log-job", "WARN"); // of the launcher's log4j.properties
        Pattern wanted = Pattern.compile(only);
        List<Load> loads =
                (full ? Load.all() : Load.few())
                        .stream().filter(load -> wanted.matcher(load.name()).find()).toList();
        if (loads.isEmpty()) {
            throw new BenchException("no load's name has " + only + " in it");
        }
        Path home = Path.of(System.getProperty("millrace-home"));
        Path input = new WorkloadInput(home, Workload.SYNTHETIC, SizeOption.bytes(size), 1).path();
        String text = table(loads, input) + surroundings(home);
        if (results != null) {
            Files.writeString(results, text);
        }
        return 0;
    }

    /** Printed row by row, since it takes its time. */
    private String table(List<Load> loads, Path input) throws Exception {
        List<Way> ways = full ? Way.all() : Way.few();
        Study study = new Study(input, ways, runs);
        ShuffleTable table = new ShuffleTable(ways);
        StringBuilder text = new StringBuilder(print(table.head()));
        for (Load load : loads) {
            text.append(print(table.row(study.run(load))));
        }
        return text.toString();
    }

    private String surroundings(Path home) throws Exception {
        Surroundings surroundings = Surroundings.ofThisMachine(home);
        return print(
                "%nSynthetic job on %s of text, %d runs of each after one more; %s; %s; commit %s%n"
                        .formatted(
                                size,
                                runs,
                                surroundings.machine(),
                                surroundings.jdk(),
                                surroundings.commit()));
    }

    private static String print(String text) {
        System.out.print(text);
        return text;
    }
}
