package io.millrace.records.predicate;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Fields;
import io.millrace.records.text.Ordinals;

/** Compares a column that is not a text with a value. */
record OrdinalTest(int column, ColumnType type, Comparison comparison, long value)
        implements RecordTest {

    @Override
    public boolean matches(Fields record) {
        if (record.isNull(column)) {
            return false;
        }
        long ordinal = record.getOrdinal(column);
        return !Ordinals.isNan(type, ordinal)
                && !Ordinals.isNan(type, value)
                && comparison.holds(Long.compare(ordinal, value));
    }

    @Override
    public boolean mayMatch(Summary summary) {
        Zone zone = summary.zone(column);
        boolean inZone =
                zone == null
                        || zone instanceof Zone.Open
                        || (zone instanceof Zone.Whole whole
                                && !Ordinals.isNan(type, value)
                                && comparison.mayHold(
                                        Long.compare(whole.min(), value),
                                        Long.compare(whole.max(), value)));
        return inZone
                && (comparison != Comparison.EQUAL
                        || summary.mayContain(column, ValueHash.of(value)));
    }
}
