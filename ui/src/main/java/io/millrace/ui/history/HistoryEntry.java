package io.millrace.ui.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * What is listed of one past job: who it was and how it ended. Read from the beginning of its
 * report, so that a list does not take the reading of all reports.
 *
 * @param id in the history; begins with when the job ended, and sorts so
 * @param startMillis milliseconds since 1970
 */
public record HistoryEntry(
        String id,
        String jobId,
        String name,
        String state,
        long startMillis,
        long elapsedMicros,
        long recordsIn,
        long recordsOut,
        String output) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * Reads the head of a file.
     *
     * @throws IOException if it has none
     */
    static HistoryEntry read(String id, Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file));
                JsonParser json = FACTORY.createParser(in)) {
            Map<String, String> job = job(json);
            return new HistoryEntry(
                    id,
                    text(job, "id"),
                    text(job, "name"),
                    text(job, "state"),
                    number(job, "startMillis"),
                    number(job, "elapsedMicros"),
                    number(job, "recordsIn"),
                    number(job, "recordsOut"),
                    text(job, "output"));
        }
    }

    /** The fields of the object {@code job}. */
    private static Map<String, String> job(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("it is no report");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = json.currentName().equals("job");
            JsonToken value = json.nextToken();
            if (!found) {
                json.skipChildren();
            } else if (value == JsonToken.START_OBJECT) {
                Map<String, String> fields = new HashMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    fields.put(name, json.getText());
                }
                return fields;
            }
        }
        throw new IOException("it does not say of which job it is");
    }

    private static String text(Map<String, String> job, String field) throws IOException {
        String value = job.get(field);
        if (value == null) {
            throw new IOException("it does not say the job's " + field);
        }
        return value;
    }

    private static long number(Map<String, String> job, String field) throws IOException {
        String value = text(job, field);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "the job's " + field + " is " + value + ", which is no number", e);
        }
    }
}
