package io.millrace.fuzz;

import io.millrace.fuzz.campaign.Campaign;
import io.millrace.fuzz.campaign.CampaignPlan;
import io.millrace.fuzz.campaign.CampaignProgress;
import io.millrace.fuzz.campaign.Finding;
import io.millrace.fuzz.run.Mode;
import io.millrace.fuzz.run.Modes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes MapReduce programs, runs them on Hadoop's local runner and on Millrace, and compares. */
@Command(
        name = "millrace fuzz",
        description = {
            "Write random MapReduce programs and compare how Hadoop's local runner and Millrace run"
                    + " them.",
            "It compares records, counters and failures. If a program differs, it shortens the"
                    + " program as far as possible and prints it as Java; the exit code is"
                    + " then 1."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class Main implements Callable<Integer> {

    private static final int USAGE_WIDTH = 100;
    private static final int SUCCESS = 0;
    private static final int DIFFERS = 1;
    private static final int PROGRAMS_PER_SEED = 1 << 20;
    private static final int SHRINK_TRIALS = 400;

    @Option(
            names = "--programs",
            paramLabel = "N",
            description = "Stop after N programs (default: 1000, unless --minutes is given).")
    private @Nullable Integer programs;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Start no further programs after N minutes.")
    private @Nullable Integer minutes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the programs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "Run each program only in this mode, and not in the default mode and a"
                            + " sample of the others. --mode list prints the modes.")
    private @Nullable String mode;

    @Option(
            names = "--differences",
            paramLabel = "N",
            defaultValue = "1",
            description = "Stop after N programs that differ (default: ${DEFAULT-VALUE}).")
    private int differences;

    @Option(
            names = "--replay",
            paramLabel = "SEED",
            description = "Run one program again, by the seed that an earlier run printed.")
    private @Nullable Long replay;

    @Option(
            names = "--shrink",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Shorten programs that differ (default). --no-shrink prints them as"
                            + " they are.")
    private boolean shrink;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "Also write programs that differ to this directory.")
    private @Nullable Path keep;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    private Main() {}

    /** Takes the arguments of the launcher, of which the first is {@code fuzz}. */
    public static void main(String[] arguments) {
        String[] own =
                Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        System.exit(new CommandLine(new Main()).setUsageHelpWidth(USAGE_WIDTH).execute(own));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if ("list".equals(mode)) {
            Modes.all().forEach(System.out::println);
            return SUCCESS;
        }
        System.setProperty("millrace-log-job", "OFF"); // many jobs are made to fail
        CampaignProgress end = new Campaign(plan(), Main::show).run();
        for (Finding finding : end.findings()) {
            String name = "Differs" + finding.seed();
            System.out.println();
            System.out.println(finding.asTest(name));
            if (keep != null) {
                Files.createDirectories(keep);
                Files.writeString(keep.resolve(name + ".java"), finding.asTest(name));
            }
        }
        System.out.println(summary(end));
        return end.findings().isEmpty() ? SUCCESS : DIFFERS;
    }

    private static String summary(CampaignProgress end) {
        String found = seeds(end);
        return "%s, %d runs on Millrace, %.1f minutes: %s"
                .formatted(
                        counted(end.programs()),
                        end.runs(),
                        end.elapsed().toMillis() / 60_000.0,
                        found.isEmpty() ? "no differences" : "these differ: " + found);
    }

    private static String seeds(CampaignProgress progress) {
        return progress.findings().stream()
                .map(finding -> "" + finding.seed())
                .collect(Collectors.joining(", "));
    }

    private static String counted(int programs) {
        return programs == 1 ? "1 program" : programs + " programs";
    }

    private CampaignPlan plan() {
        int trials = shrink ? SHRINK_TRIALS : 0;
        if (replay != null) {
            return CampaignPlan.of(replay, 1).withMode(only()).withShrinkTrials(trials);
        }
        int most = programs != null ? programs : minutes != null ? Integer.MAX_VALUE : 1000;
        return CampaignPlan.of(seed * PROGRAMS_PER_SEED, most)
                .withTime(minutes == null ? Duration.ofDays(1) : Duration.ofMinutes(minutes))
                .withMode(only())
                .withDifferences(differences)
                .withShrinkTrials(trials);
    }

    private @Nullable Mode only() {
        if (mode == null) {
            return null;
        }
        String wanted = mode;
        return Modes.named(wanted)
                .orElseThrow(() ->
                        new ParameterException(
                                spec.commandLine(),
                                "there is no mode "
                                        + wanted
                                        + "; ./millrace fuzz --mode list prints them"));
    }

    private static void show(CampaignProgress progress) {
        double minutes = progress.elapsed().toMillis() / 60_000.0;
        String found = seeds(progress);
        System.err.printf(
                "fuzz: %s, %.0f a minute, %d differ%s%n",
                counted(progress.programs()),
                progress.programs() / minutes,
                progress.findings().size(),
                found.isEmpty() ? "" : ": " + found);
    }
}
