package io.millrace.records.predicate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.Ordinals;
import java.util.OptionalLong;

/** Gives the terms of a predicate the types of a schema. */
final class TermBinding implements PredicateFold<RecordTest> {

    private final Schema schema;
    private final String source;

    TermBinding(Schema schema, String source) {
        this.schema = schema;
        this.source = source;
    }

    @Override
    public RecordTest both(RecordTest left, RecordTest right) {
        return new Both(left, right);
    }

    @Override
    public RecordTest either(RecordTest left, RecordTest right) {
        return new Either(left, right);
    }

    @Override
    public RecordTest comparison(String name, Comparison comparison, String value, int at) {
        int index = index(name);
        Column column = schema.columns().get(index);
        if (column.type() == ColumnType.TEXT) {
            return new TextTest(index, comparison, value.getBytes(UTF_8));
        }
        OptionalLong ordinal = Ordinals.parse(column, value);
        if (ordinal.isEmpty()) {
            throw new PredicateException(
                    source,
                    at,
                    "'%s' is not a value of column %s, which has the type %s; allowed: %s."
                            .formatted(
                                    value,
                                    column.name(),
                                    column.typeText(),
                                    Ordinals.rule(column)));
        }
        return new OrdinalTest(index, column.type(), comparison, ordinal.getAsLong());
    }

    private int index(String column) {
        try {
            return schema.indexOf(column);
        } catch (SchemaException e) {
            throw new PredicateException(source, 0, String.valueOf(e.getMessage()));
        }
    }

    private record Both(RecordTest left, RecordTest right) implements RecordTest {
        @Override
        public boolean matches(DelimitedRecord record) {
            return left.matches(record) && right.matches(record);
        }

        @Override
        public boolean mayMatch(Summary summary) {
            return left.mayMatch(summary) && right.mayMatch(summary);
        }
    }

    private record Either(RecordTest left, RecordTest right) implements RecordTest {
        @Override
        public boolean matches(DelimitedRecord record) {
            return left.matches(record) || right.matches(record);
        }

        @Override
        public boolean mayMatch(Summary summary) {
            return left.mayMatch(summary) || right.mayMatch(summary);
        }
    }
}
