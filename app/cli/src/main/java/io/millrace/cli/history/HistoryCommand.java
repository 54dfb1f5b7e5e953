package io.millrace.cli.history;

import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.Printable;
import io.millrace.cli.report.RunDifference;
import io.millrace.cli.report.RunText;
import io.millrace.ui.history.HistoryEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** Lists, shows and compares past jobs. */
@Command(
        name = "history",
        description = {
            "List the jobs that this user ran with millrace jar, the newest first.",
            "",
            "Their reports are in $XDG_STATE_HOME/millrace/history, or"
                    + " ~/.local/state/millrace/history.",
            "millrace.history.max.jobs and millrace.history.max.size limit their number and"
                    + " size.",
            "Name a job by its ID, by the beginning of its ID, or as latest."
        },
        sortOptions = false)
public final class HistoryCommand implements Callable<Integer> {

    private static final int USUALLY_LISTED = 30;
    private static final double MICROS = 1e6;
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
    private static final String ROW = "%-20s  %-19s  %-9s  %8s  %14s  %14s  %s%n";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Look in DIR, the value of millrace.history.dir.")
    private @Nullable Path directory;

    @Option(names = "--all", description = "List all, not only the last " + USUALLY_LISTED + ".")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        List<HistoryEntry> entries = history().entries();
        if (entries.isEmpty()) {
            System.out.println("There are no past jobs.");
            return ExitCode.SUCCESS;
        }
        System.out.printf(
                ROW, "ID", "WHEN", "STATE", "TIME", "RECORDS IN", "OUT", "NAME AND OUTPUT");
        int listed = all ? entries.size() : Math.min(USUALLY_LISTED, entries.size());
        entries.subList(0, listed).forEach(HistoryCommand::print);
        if (listed < entries.size()) {
            System.out.printf("and %d older ones (--all)%n", entries.size() - listed);
        }
        return ExitCode.SUCCESS;
    }

    private static void print(HistoryEntry entry) {
        System.out.printf(
                ROW,
                entry.id(),
                WHEN.format(Instant.ofEpochMilli(entry.startMillis())),
                Printable.text(entry.state()),
                Amounts.seconds(entry.elapsedMicros() / MICROS),
                Amounts.count(entry.recordsIn()),
                Amounts.count(entry.recordsOut()),
                Printable.text(entry.name())
                        + (entry.output().isEmpty() ? "" : " > " + Printable.text(entry.output())));
    }

    private History history() {
        return History.in(directory);
    }

    /** Shows one. */
    @Command(
            name = "show",
            description =
                    "Print the planned and the measured values of a past job, or write its"
                            + " page.",
            sortOptions = false)
    int show(
            @Parameters(paramLabel = "ID") String id,
            @Option(
                            names = "--html",
                            paramLabel = "FILE",
                            description = "Write the page of its report to FILE instead.")
                    @Nullable Path html,
            @Option(names = "--json", description = "Print its report as JSON instead.")
                    boolean json)
            throws IOException, CommandException {
        History history = history();
        String found = history.id(id);
        if (html != null) {
            Files.writeString(html, history.page(found));
            System.out.println("The page of " + found + " is in " + html);
        } else if (json) {
            System.out.println(history.json(found));
        } else {
            System.out.print(RunText.of(history.report(found)));
        }
        return ExitCode.SUCCESS;
    }

    /** Compares two. */
    @Command(
            name = "diff",
            description =
                    "Compare two past jobs: what became slower from A to B, and which choices differ.")
    int diff(
            @Parameters(paramLabel = "A") String first, @Parameters(paramLabel = "B") String second)
            throws IOException, CommandException {
        History history = history();
        String a = history.id(first);
        String b = history.id(second);
        System.out.printf("A  %s  %s%nB  %s  %s%n", a, title(history, a), b, title(history, b));
        System.out.print(RunDifference.of(history.report(a), history.report(b)));
        return ExitCode.SUCCESS;
    }

    private static String title(History history, String id) throws CommandException {
        return history.report(id).title();
    }

    /** Forgets all. */
    @Command(name = "clear", description = "Delete the reports of all past jobs.")
    int clear() throws IOException {
        System.out.printf("Forgot %d past jobs.%n", history().clear());
        return ExitCode.SUCCESS;
    }
}
