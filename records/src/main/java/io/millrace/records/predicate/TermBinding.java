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
final class TermBinding {

    private final Schema schema;
    private final String source;

    TermBinding(Schema schema, String source) {
        this.schema = schema;
        this.source = source;
    }

    RecordTest bind(Term term) {
        if (term instanceof Term.Compare compare) {
            return comparison(compare);
        }
        if (term instanceof Term.Both both) {
            return new Both(bind(both.left()), bind(both.right()));
        }
        Term.Either either = (Term.Either) term;
        return new Either(bind(either.left()), bind(either.right()));
    }

    private RecordTest comparison(Term.Compare compare) {
        int index = index(compare);
        Column column = schema.columns().get(index);
        if (column.type() == ColumnType.TEXT) {
            return new TextTest(index, compare.comparison(), compare.value().getBytes(UTF_8));
        }
        OptionalLong value = Ordinals.parse(column, compare.value());
        if (value.isEmpty()) {
            throw new PredicateException(
                    source,
                    compare.at(),
                    "'%s' is not a value of column %s, which has the type %s; allowed: %s."
                            .formatted(
                                    compare.value(),
                                    column.name(),
                                    column.typeText(),
                                    Ordinals.rule(column)));
        }
        return new OrdinalTest(index, column.type(), compare.comparison(), value.getAsLong());
    }

    private int index(Term.Compare compare) {
        try {
            return schema.indexOf(compare.column());
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
