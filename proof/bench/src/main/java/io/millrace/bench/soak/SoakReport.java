package io.millrace.bench.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.frame.Sample;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Page;
import io.millrace.bench.report.Report;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** All runs: a table of events first, then each run with its seed. */
public record SoakReport(Occasion occasion, List<Finding> findings) implements Report {

    public SoakReport {
        findings = List.copyOf(findings);
    }

    /** Number of runs that did not end as they should. */
    public long faults() {
        return findings.stream().filter(each -> each.fault() != null).count();
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode runs = root.putArray("runs");
        for (Finding each : findings) {
            ObjectNode node = runs.addObject();
            node.put("seed", each.plan().seed());
            node.put("job", each.plan().program().word());
            node.put("event", each.plan().event().name());
            node.put("exchange", each.plan().exchange());
            node.put("hit", each.hit());
            node.put("end", each.end());
            node.put("seconds", each.seconds());
            each.strays().forEach(node.putArray("strays")::add);
            node.put("fault", each.fault());
        }
        return root;
    }

    @Override
    public Map<String, BarChart> plots() {
        return Map.of();
    }

    @Override
    public String page(Collection<String> plots) {
        Page page = new Page();
        page.line("# Jobs and loops with workers, and random events");
        page.line("");
        String runs = findings.size() == 1 ? "1 run" : findings.size() + " runs";
        page.line("%s, %d with a fault.", runs, faults());
        page.line("");
        page.line(
                "| event | runs | of loops | faults | attempts failed without reason | seconds: median | most |");
        page.line("|---|---|---|---|---|---|---|");
        for (Event event : Event.values()) {
            row(page, event);
        }
        page.line("");
        page.line("| seed | job | exchange | event | hit | end | seconds |");
        page.line("|---|---|---|---|---|---|---|");
        for (Finding each : findings) {
            row(page, each);
        }
        for (Finding each : findings) {
            for (String stray : each.strays()) {
                page.line("");
                page.line("Failed without reason: seed %d: %s", each.plan().seed(), stray);
            }
            if (each.fault() != null) {
                page.line("");
                page.line(
                        "FAILED: seed %d: %s",
                        each.plan().seed(), each.fault().replace("\n", "\n    "));
            }
        }
        occasion.end(page);
        page.line("- one run: the same with its seed and `--runs 1`");
        return page.toString();
    }

    private void row(Page page, Event event) {
        List<Finding> of = findings.stream().filter(each -> each.plan().event() == event).toList();
        if (!of.isEmpty()) {
            Sample seconds = new Sample(of.stream().map(Finding::seconds).toList());
            page.line(
                    "| %s | %d | %d | %d | %d | %.1f | %.1f |",
                    event.sentence(),
                    of.size(),
                    of.stream().filter(SoakReport::isOfLoop).count(),
                    of.stream().filter(each -> each.fault() != null).count(),
                    of.stream().mapToInt(each -> each.strays().size()).sum(),
                    seconds.median(),
                    seconds.max());
        }
    }

    private static boolean isOfLoop(Finding finding) {
        return finding.plan().program() instanceof LoopProgram;
    }

    private static void row(Page page, Finding each) {
        page.line(
                "| %d | %s | %s | %s | %s | %s | %.1f |",
                each.plan().seed(),
                each.plan().program().word(),
                each.plan().exchange(),
                each.plan().event().sentence(),
                each.hit(),
                each.fault() == null ? each.end() : "FAILED",
                each.seconds());
    }
}
