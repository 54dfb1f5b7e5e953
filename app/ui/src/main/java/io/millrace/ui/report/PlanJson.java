package io.millrace.ui.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.watch.InputSplits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of a report that is known before a job runs: its plan, the sizes of its splits, and the
 * configuration that differs from the defaults.
 */
final class PlanJson {

    /** Choices that are numbers of bytes, which the page shows in larger units. */
    private static final Set<String> BYTES =
            Set.of("memory.max", "memory.slab.size", "memory.headroom", "sort.split.size");

    private PlanJson() {}

    /**
     * Writes the fields into an object that is open.
     *
     * @param outcomes the outcomes of choices, by their names
     */
    static void write(
            JsonGenerator json,
            List<Choice<?>> plan,
            Map<String, String> outcomes,
            InputSplits splits,
            List<ChosenValue> chosen)
            throws IOException {
        json.writeArrayFieldStart("plan");
        for (Choice<?> choice : plan) {
            json.writeStartObject();
            json.writeStringField("name", choice.name());
            json.writeStringField("value", String.valueOf(choice.value()));
            if (BYTES.contains(choice.name())) {
                json.writeStringField("unit", "bytes");
            }
            json.writeStringField("reason", choice.reason());
            String outcome = outcomes.get(choice.name());
            if (outcome != null) {
                json.writeStringField("outcome", outcome);
            }
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
        for (ChosenValue one : chosen) {
            json.writeStartObject();
            json.writeStringField("key", one.key());
            json.writeStringField("value", one.value());
            json.writeStringField("default", one.defaultValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
