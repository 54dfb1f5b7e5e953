package io.millrace.bench.soak;

import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Report;
import io.millrace.measure.Row;
import io.millrace.measure.Sample;
import io.millrace.measure.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All runs: a table of events first, then each run with its seed. */
final class SoakPage {

    private static final Table<Finding> RUNS =
            new Table<Finding>()
                    .number("seed", "%d", each -> each.plan().seed())
                    .text("job", each -> each.plan().program().word())
                    .text("exchange", each -> each.plan().exchange())
                    .text("event", each -> each.plan().event().sentence())
                    .text("hit", Finding::hit)
                    .text("end", each -> each.fault() == null ? each.end() : "FAILED")
                    .number("seconds", "%.1f", Finding::seconds);

    private SoakPage() {}

    static Report of(List<Finding> findings) {
        List<Row> rows = findings.stream().map(SoakPage::row).toList();
        long faults = findings.stream().filter(each -> each.fault() != null).count();
        String runs = findings.size() == 1 ? "1 run" : findings.size() + " runs";
        List<List<Finding>> events =
                Arrays.stream(Event.values())
                        .map(event -> of(event, findings))
                        .filter(of -> !of.isEmpty())
                        .toList();
        Report report =
                new Report(List.of(Experiment.of("runs", rows)))
                        .text("# Jobs and loops with workers, and random events")
                        .text("%s, %d with a fault.".formatted(runs, faults))
                        .table(eventTable(), events)
                        .table(RUNS, findings);
        for (Finding each : findings) {
            long seed = each.plan().seed();
            for (String stray : each.strays()) {
                report.text("Failed without reason: seed %d: %s".formatted(seed, stray));
            }
            if (each.fault() != null) {
                String fault = each.fault().replace("\n", "\n    ");
                report.text("FAILED: seed %d: %s".formatted(seed, fault));
            }
        }
        return report.remark("- one run: the same with its seed and `--runs 1`");
    }

    private static Row row(Finding finding) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("event", finding.plan().event().name());
        settings.put("exchange", finding.plan().exchange());
        settings.put("hit", finding.hit());
        settings.put("end", finding.end());
        finding.strays().forEach(stray -> settings.put("stray " + settings.size(), stray));
        return new Row(
                String.valueOf(finding.plan().seed()),
                finding.plan().program().word(),
                settings,
                List.of(Figures.of(Figures.SECONDS, finding.seconds())),
                finding.fault(),
                finding.fault() != null);
    }

    private static List<Finding> of(Event event, List<Finding> findings) {
        return findings.stream().filter(each -> each.plan().event() == event).toList();
    }

    private static Table<List<Finding>> eventTable() {
        return new Table<List<Finding>>()
                .text("event", of -> of.get(0).plan().event().sentence())
                .number("runs", "%d", List::size)
                .number("of loops", "%d", of -> of.stream().filter(SoakPage::isOfLoop).count())
                .number(
                        "faults",
                        "%d",
                        of -> of.stream().filter(each -> each.fault() != null).count())
                .number(
                        "attempts failed without reason",
                        "%d",
                        of -> of.stream().mapToInt(each -> each.strays().size()).sum())
                .number("seconds: median", "%.1f", of -> seconds(of).median())
                .number("most", "%.1f", of -> seconds(of).max());
    }

    private static Sample seconds(List<Finding> of) {
        return new Sample(of.stream().map(Finding::seconds).toList());
    }

    private static boolean isOfLoop(Finding finding) {
        return finding.plan().program() instanceof LoopProgram;
    }
}
