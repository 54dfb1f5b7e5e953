package io.millrace.records.text;

import io.millrace.records.schema.Column;
import java.nio.charset.StandardCharsets;

/** Makes the exceptions of a record's fields. Used by one thread. */
final class FieldMessages {

    private static final int SHOWN_BYTES = 60;
    private static final String OR_TREAT =
            "Correct the data or the schema, or give the column the setting 'bad null' or 'bad skip'.";

    private final FieldPositions positions;
    private final RecordPlace place;

    FieldMessages(FieldPositions positions, RecordPlace place) {
        this.positions = positions;
        this.place = place;
    }

    BadFieldException bad(int index, Column column) {
        return failure(
                index,
                column,
                "'%s' is not valid; allowed: %s. %s"
                        .formatted(shown(index), ParsedField.rule(column), OR_TREAT));
    }

    BadFieldException badQuotes(int index, Column column) {
        return failure(
                index,
                column,
                "The quotes of %s are not closed at the end of the field. If fields contain line breaks, add the setting 'multiline yes' to the schema. %s"
                        .formatted(shown(index), OR_TREAT));
    }

    BadFieldException missing(int index, Column column) {
        return failure(
                index,
                column,
                "The record has %d fields. %s".formatted(positions.found(), OR_TREAT));
    }

    BadFieldException isNull(int index, Column column) {
        return failure(index, column, "The field is null. Call isNull first.");
    }

    private BadFieldException failure(int index, Column column, String reason) {
        return new BadFieldException(
                "Cannot read column %d (%s, %s)%s. %s"
                        .formatted(index, column.name(), column.typeText(), place, reason));
    }

    private String shown(int index) {
        int from = positions.start(index);
        int length = positions.end(index) - from;
        String text =
                new String(
                        positions.bytes(),
                        from,
                        Math.min(length, SHOWN_BYTES),
                        StandardCharsets.UTF_8);
        return length > SHOWN_BYTES ? text + "..." : text;
    }
}
