package io.millrace.ui.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The beginning of a report: the fields of its object {@code job}. Immutable.
 *
 * @param fields values as text, by name
 */
public record ReportHead(Map<String, String> fields) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * Reads no more of a report than it needs. The caller closes the stream.
     *
     * @throws IOException if it is not a report
     */
    public static ReportHead read(InputStream in) throws IOException {
        try (JsonParser json = FACTORY.createParser(in)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it is not a report");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = json.currentName().equals("job");
                JsonToken value = json.nextToken();
                if (!found) {
                    json.skipChildren();
                } else if (value == JsonToken.START_OBJECT) {
                    return new ReportHead(fields(json));
                }
            }
            throw new IOException("it does not name its job");
        }
    }

    private static Map<String, String> fields(JsonParser json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.put(name, json.getText());
        }
        return Map.copyOf(fields);
    }

    /**
     * A field.
     *
     * @throws IOException if the report has no such field
     */
    public String text(String field) throws IOException {
        String value = fields.get(field);
        if (value == null) {
            throw new IOException("it does not have the job's " + field);
        }
        return value;
    }

    /**
     * A field that is a whole number.
     *
     * @throws IOException if the report has no such field, or it is not a number
     */
    public long number(String field) throws IOException {
        String value = text(field);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "the job's " + field + " is " + value + ", which is not a number", e);
        }
    }
}
