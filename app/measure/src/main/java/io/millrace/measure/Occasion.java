package io.millrace.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The circumstances of a measurement.
 *
 * @param command command that repeats it
 * @param time when it began
 */
public record Occasion(String command, String time, Surroundings surroundings) {

    /** One object, to which the figures are to be added. */
    ObjectNode figures() {
        return new ObjectMapper()
                .createObjectNode()
                .put("command", command)
                .put("time", time)
                .put("machine", surroundings.machine())
                .put("jdk", surroundings.jdk())
                .put("commit", surroundings.commit());
    }

    /** The last section of a page, to which remarks may be added. */
    String section() {
        return """

        ## To repeat

        - command: `%s`
        - time: %s
        - machine: %s
        - JDK: %s
        - commit: %s
        """
                .formatted(
                        command,
                        time,
                        surroundings.machine(),
                        surroundings.jdk(),
                        surroundings.commit());
    }
}
