package io.millrace.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.bench.frame.Surroundings;

/**
 * The circumstances of a measurement.
 *
 * @param command command that repeats it
 * @param time when it began
 */
public record Occasion(String command, String time, Surroundings surroundings) {

    /** One object, to which the figures are to be added. */
    public ObjectNode figures() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("command", command);
        root.put("time", time);
        root.put("machine", surroundings.machine());
        root.put("jdk", surroundings.jdk());
        root.put("commit", surroundings.commit());
        return root;
    }

    /** The last section of a page, to which remarks may be added. */
    public void end(Page page) {
        page.line("");
        page.line("## To repeat");
        page.line("");
        page.line("- command: `%s`", command);
        page.line("- time: %s", time);
        page.line("- machine: %s", surroundings.machine());
        page.line("- JDK: %s", surroundings.jdk());
        page.line("- commit: %s", surroundings.commit());
    }
}
