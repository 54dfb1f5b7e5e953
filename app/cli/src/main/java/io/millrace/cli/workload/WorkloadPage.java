package io.millrace.cli.workload;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.workloads.JobsJar;
import io.millrace.workloads.MarcoBenchmark;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.InputKind;
import java.util.List;
import java.util.stream.Collectors;

/** The descriptions of inputs and workloads. */
final class WorkloadPage {

    private static final String ROW = "  %-15s %s%n";

    private WorkloadPage() {}

    static void printAll() {
        System.out.printf("Jobs (./millrace workload NAME shows how to run one):%n");
        for (Workload workload : Workload.values()) {
            System.out.printf(ROW, workload.word(), workload.sentence());
        }
        System.out.printf(
                "%nInputs (./millrace workload NAME --size 256MB --output FILE writes one):%n");
        for (InputKind input : InputKind.values()) {
            System.out.printf(ROW, input.word(), input.form());
        }
    }

    static void print(InputKind input) {
        System.out.printf("%s: %s%n%n", input.word(), input.form());
        System.out.printf("  %s%n", writing(input));
    }

    static void print(Workload workload) throws CommandException {
        String from = workload.input().map(input -> input.word() + ".txt").orElse("teragen");
        System.out.printf("%s: %s%n%n", workload.word(), workload.sentence());
        System.out.printf("input%n  %s%n%n", preparing(workload, from));
        System.out.printf(
                "job%n  ./millrace jar %s %s%n",
                jar(workload.jar()), words(workload.command(List.of(), from, "output")));
        if (!workload.settings().isEmpty()) {
            System.out.printf("%nkeys, to be set with -D after the name, and their defaults%n");
            workload.settings().forEach(setting -> System.out.printf("  %s%n", setting));
        }
        MarcoBenchmark.of(workload).ifPresent(WorkloadPage::printPartialReducer);
        System.out.printf("%nThe output is %s, whatever runs it.%n", workload.likeness());
    }

    private static void printPartialReducer(MarcoBenchmark benchmark) {
        System.out.printf(
                "%npartial reducer, to be set with -D after the name (MaRCO's %s, shuffle-%s)%n  %s%n",
                benchmark.paperName(),
                benchmark.shuffleHeavy() ? "heavy" : "light",
                words(List.of(benchmark.partialReducerSetting())));
    }

    /** As a shell wants them. */
    private static String words(List<String> command) {
        return command.stream()
                .map(word -> word.matches("[\\w./=-]*") ? word : "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    /** How to come by the input of a workload. */
    static String preparing(Workload workload, String to) throws CommandException {
        return workload.input().isPresent()
                ? writing(workload.input().get())
                : "./millrace jar " + jar(workload.jar()) + " teragen 1000000 " + to;
    }

    private static String writing(InputKind input) {
        return "./millrace workload %s --size 256MB --output %s.txt"
                .formatted(input.word(), input.word());
    }

    private static String jar(JobsJar jar) throws CommandException {
        return Installation.jobsJar(jar.fileName()).toString();
    }
}
