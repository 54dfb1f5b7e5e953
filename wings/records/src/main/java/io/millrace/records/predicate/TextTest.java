package io.millrace.records.predicate;

import io.millrace.records.text.Fields;
import io.millrace.records.text.TextSlice;
import java.util.Arrays;

/** Compares a text column with a value, by their bytes. */
record TextTest(int column, Comparison comparison, byte[] value) implements RecordTest {

    @Override
    public boolean matches(Fields record) {
        if (record.isNull(column)) {
            return false;
        }
        TextSlice text = record.getText(column);
        int from = text.offset();
        return comparison.holds(
                Arrays.compareUnsigned(
                        text.bytes(), from, from + text.length(), value, 0, value.length));
    }

    @Override
    public boolean mayMatch(Summary summary) {
        Zone zone = summary.zone(column);
        boolean inZone =
                zone == null
                        || zone instanceof Zone.Open
                        || (zone instanceof Zone.Bytes bytes
                                && comparison.mayHold(
                                        Arrays.compareUnsigned(bytes.min(), value),
                                        Arrays.compareUnsigned(bytes.max(), value)));
        return inZone
                && (comparison != Comparison.EQUAL
                        || summary.mayContain(column, ValueHash.of(value, 0, value.length)));
    }
}
