package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import io.millrace.engine.redact.Secrets;
import java.io.IOException;
import java.io.StringWriter;
import java.util.function.Predicate;

/** Writes JSON without credentials that cannot end the script element that contains it. */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Writes the fields of the object. */
    public interface Body {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private Json() {}

    /** Every text of a report, a live page and the history is written here. */
    private static final class Redacting extends JsonGeneratorDelegate {

        Redacting(JsonGenerator json) {
            super(json, false); // or copied objects would pass by
        }

        @Override
        public void writeString(String text) throws IOException {
            super.writeString(Secrets.redact(text));
        }
    }

    public static String text(Body body) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new Redacting(FACTORY.createGenerator(text))) {
            json.writeStartObject();
            body.writeTo(json);
            json.writeEndObject();
        }
        // Outside strings, JSON has no such character.
        return text.toString().replace("<", "\\u003c");
    }

    /** Copies the fields of an object whose names {@code wanted} accepts. */
    static void copyFields(String object, Predicate<String> wanted, JsonGenerator json)
            throws IOException {
        try (JsonParser parser = FACTORY.createParser(object)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                if (wanted.test(parser.currentName())) {
                    json.copyCurrentStructure(parser);
                } else {
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
        }
    }
}
