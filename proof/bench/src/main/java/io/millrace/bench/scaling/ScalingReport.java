package io.millrace.bench.scaling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import io.millrace.bench.report.Json;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Report;
import io.millrace.engine.config.ByteSize;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of all workloads. */
public record ScalingReport(Occasion occasion, List<Scaling> workloads) implements Report {

    private static final double MB = 1 << 20;

    public ScalingReport {
        workloads = List.copyOf(workloads);
    }

    @Override
    public ObjectNode figures() {
        ObjectNode root = occasion.figures();
        ArrayNode array = root.putArray("workloads");
        for (Scaling scaling : workloads) {
            ObjectNode node = array.addObject();
            node.put("job", scaling.workload().word());
            node.put("seed", scaling.seed());
            Row onOne = scaling.overCores().get(0);
            ArrayNode overCores = node.putArray("overCores");
            for (Row row : scaling.overCores()) {
                write(row, overCores.addObject())
                        .put("speedUp", row.speedUp(onOne))
                        .put("efficiency", row.efficiency(onOne));
            }
            ArrayNode overSizes = node.putArray("overSizes");
            scaling.overSizes().forEach(row -> write(row, overSizes.addObject()));
        }
        return root;
    }

    private static ObjectNode write(Row row, ObjectNode node) {
        node.put("bytes", row.bytes());
        node.put("records", row.records());
        node.put("cores", row.cores());
        Json.write("seconds", row.seconds(), node);
        Json.write("cpuSeconds", row.cpuSeconds(), node);
        Json.write("nanosPerRecord", row.nanosPerRecord(), node);
        Json.write("recordMemoryBytes", row.heldBytes(), node);
        Json.write("recordMemoryMaxBytes", row.budgetBytes(), node);
        Json.write("spilledBytes", row.spilledBytes(), node);
        Json.write("peakBytes", row.peakBytes(), node);
        return node;
    }

    @Override
    public Map<String, BarChart> plots() {
        BarChart cores = new BarChart("Wall clock of one input (logarithmic)", "seconds");
        BarChart cost = new BarChart("Cost per record (logarithmic)", "nanoseconds");
        BarChart memory = new BarChart("Peak memory of the process (logarithmic)", "MB");
        for (Scaling scaling : workloads) {
            String name = scaling.workload().word();
            for (Row row : scaling.overCores()) {
                cores.add(
                        name,
                        row.cores() == 1 ? "1 core" : row.cores() + " cores",
                        row.seconds(),
                        1);
            }
            for (Row row : scaling.overSizes()) {
                String size = ByteSize.format(row.bytes());
                cost.add(name, size, row.nanosPerRecord(), 1);
                memory.add(name, size, row.peakBytes(), MB);
            }
        }
        Map<String, BarChart> plots = new LinkedHashMap<>();
        plots.put("cores.svg", cores);
        plots.put("cost.svg", cost);
        plots.put("memory.svg", memory);
        return plots;
    }

    @Override
    public String page(Collection<String> plots) {
        return new ScalingPage(this).text(plots);
    }
}
