package io.millrace.bench.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.BarChart;
import java.util.Collection;
import java.util.Map;

/** The findings of one measurement, in the forms in which they are kept. */
public interface Report {

    /** For programs. */
    ObjectNode figures();

    /** By the names of their files; those without anything to see are not kept. */
    Map<String, BarChart> plots();

    /** As Markdown; {@code plots} are the files that lie beside it. */
    String page(Collection<String> plots);
}
