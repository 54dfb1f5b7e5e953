package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.workloads.MarcoBenchmark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The benchmarks of the MaRCO paper that a command names. */
final class MarcoBenchmarks {

    @Parameters(
            paramLabel = "BENCHMARK",
            arity = "0..*",
            description =
                    "Benchmarks to run, by their names in the paper or as workloads (default: all eleven).")
    private List<String> names = List.of();

    /** Those named, or all. */
    List<MarcoBenchmark> chosen() throws WrongUseException {
        if (names.isEmpty()) {
            return List.of(MarcoBenchmark.values());
        }
        List<MarcoBenchmark> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(
                    Arrays.stream(MarcoBenchmark.values())
                            .filter(each ->
                                    each.paperName().equals(name)
                                            || each.workload().word().equals(name))
                            .findFirst()
                            .orElseThrow(() -> unknown(name)));
        }
        return chosen;
    }

    private static WrongUseException unknown(String name) {
        return new WrongUseException(
                "the MaRCO paper has no benchmark "
                        + name
                        + "; there are "
                        + String.join(
                                ", ",
                                Arrays.stream(MarcoBenchmark.values())
                                        .map(MarcoBenchmark::paperName)
                                        .toList()));
    }

    /** The words that choose the same again, each after a space. */
    String words() {
        return names.isEmpty() ? "" : " " + String.join(" ", names);
    }
}
