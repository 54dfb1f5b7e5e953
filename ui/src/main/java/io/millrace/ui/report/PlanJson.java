package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.watch.InputSplits;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The part of a report that is known before a job runs: its plan, the sizes of its splits, its
 * configuration as far as it is not the default.
 */
final class PlanJson {

    private PlanJson() {}

    /** Writes the fields into an object that is open. */
    static void write(
            JsonGenerator json, List<Choice<?>> plan, InputSplits splits, Configuration conf)
            throws IOException {
        json.writeArrayFieldStart("plan");
        for (Choice<?> choice : plan) {
            json.writeStartObject();
            json.writeStringField("name", choice.name());
            json.writeStringField("value", String.valueOf(choice.value()));
            json.writeStringField("reason", choice.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectFieldStart("splits");
        json.writeNumberField("count", splits.count());
        json.writeNumberField("bytes", splits.bytes());
        json.writeNumberField("smallest", splits.smallest());
        json.writeNumberField("median", splits.median());
        json.writeNumberField("largest", splits.largest());
        json.writeEndObject();
        json.writeArrayFieldStart("configuration");
        for (ChosenValue chosen : ChosenValue.in(conf)) {
            json.writeStartObject();
            json.writeStringField("key", chosen.key());
            json.writeStringField("value", chosen.value());
            json.writeStringField("default", chosen.defaultValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
