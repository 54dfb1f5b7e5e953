package io.millrace.records.predicate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Fields;
import io.millrace.records.text.Ordinals;
import java.util.List;
import java.util.OptionalLong;

/** Gives the terms of a predicate the types of columns. */
final class TermBinding implements PredicateFold<RecordTest> {

    private final Columns columns;
    private final String source;

    TermBinding(Columns columns, String source) {
        this.columns = columns;
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
        int index;
        Column column;
        try {
            index = columns.indexOf(name);
            column = columns.column(index);
        } catch (IllegalArgumentException e) {
            throw new PredicateException(source, 0, String.valueOf(e.getMessage()));
        }
        if (column.type() == ColumnType.TEXT) {
            requireWord(index, name, value, at);
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

    private void requireWord(int index, String column, String value, int at) {
        List<String> words = columns.words(index);
        if (!words.isEmpty() && !words.contains(value)) {
            throw new PredicateException(
                    source,
                    at,
                    "'%s' is not a value of column %s; allowed: %s."
                            .formatted(value, column, String.join(", ", words)));
        }
    }

    private record Both(RecordTest left, RecordTest right) implements RecordTest {
        @Override
        public boolean matches(Fields record) {
            return left.matches(record) && right.matches(record);
        }

        @Override
        public boolean mayMatch(Summary summary) {
            return left.mayMatch(summary) && right.mayMatch(summary);
        }
    }

    private record Either(RecordTest left, RecordTest right) implements RecordTest {
        @Override
        public boolean matches(Fields record) {
            return left.matches(record) || right.matches(record);
        }

        @Override
        public boolean mayMatch(Summary summary) {
            return left.mayMatch(summary) || right.mayMatch(summary);
        }
    }
}
