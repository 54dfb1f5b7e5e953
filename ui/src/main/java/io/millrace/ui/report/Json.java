package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;

/** Writes JSON in which nothing can end the script element that it is embedded in. */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** What goes into the one object of a text. */
    public interface Body {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private Json() {}

    public static String text(Body body) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            body.writeTo(json);
            json.writeEndObject();
        }
        // Only strings may have it: the rest of JSON does not.
        return text.toString().replace("<", "\\u003c");
    }
}
