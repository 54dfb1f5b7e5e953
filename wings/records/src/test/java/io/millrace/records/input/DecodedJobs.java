package io.millrace.records.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.records.config.JobSchema;
import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.ImmutableRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Mapper;
import org.jspecify.annotations.Nullable;

/** Mappers that print all fields of a record: of decoded records, and of lines with the twin. */
final class DecodedJobs {

    private DecodedJobs() {}

    /** Prints decoded records. */
    static final class Decoded extends Mapper<LongWritable, DelimitedRecord, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, DelimitedRecord record, Context context)
                throws IOException, InterruptedException {
            context.write(key, new Text(shown(record)));
        }
    }

    /** Prints decoded records; old API. */
    static final class OldDecoded extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<
                    LongWritable, DelimitedRecord, LongWritable, Text> {
        @Override
        public void map(
                LongWritable key,
                DelimitedRecord record,
                OutputCollector<LongWritable, Text> output,
                Reporter reporter)
                throws IOException {
            output.collect(key, new Text(shown(record)));
        }
    }

    /** Prints lines, parsed by the twin. */
    static final class Twin extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            String shown = shown(JobSchema.of(context.getConfiguration()), line);
            if (shown != null) {
                context.write(key, new Text(shown));
            }
        }
    }

    /** Prints lines, parsed by the twin; old API. */
    static final class OldTwin extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, LongWritable, Text> {

        private @Nullable JobConf conf;

        @Override
        public void configure(JobConf job) {
            conf = job;
        }

        @Override
        public void map(
                LongWritable key,
                Text line,
                OutputCollector<LongWritable, Text> output,
                Reporter reporter)
                throws IOException {
            String shown = shown(JobSchema.of(conf), line);
            if (shown != null) {
                output.collect(key, new Text(shown));
            }
        }
    }

    private static String shown(DelimitedRecord record) {
        return IntStream.range(0, record.schema().columns().size())
                .mapToObj(column -> field(record, column))
                .collect(Collectors.joining("|"));
    }

    private static String field(DelimitedRecord record, int column) {
        try {
            return record.isNull(column) ? "NULL" : String.valueOf(value(record, column));
        } catch (BadFieldException e) {
            return "BAD";
        }
    }

    private static Object value(DelimitedRecord record, int column) {
        return switch (record.schema().columns().get(column).type()) {
            case INT -> record.getInt(column);
            case LONG -> record.getLong(column);
            case DECIMAL -> record.getDecimal(column);
            case DOUBLE -> record.getDouble(column);
            case DATE -> LocalDate.ofEpochDay(record.getDate(column));
            case TIMESTAMP -> record.getTimestamp(column);
            case IP -> record.getIp(column);
            case TEXT -> {
                TextSlice text = record.getText(column);
                yield new String(text.bytes(), text.offset(), text.length(), ISO_8859_1);
            }
        };
    }

    /** Fields as the twin sees them; null if the schema skips the record. */
    private static @Nullable String shown(Schema schema, Text line) {
        ImmutableRecord record =
                new ImmutableRecord(schema, Arrays.copyOf(line.getBytes(), line.getLength()));
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < schema.columns().size(); i++) {
            Column column = schema.columns().get(i);
            Object value = record.value(i);
            boolean bad = value == ImmutableRecord.BAD;
            if (bad && column.bad() == BadField.SKIP) {
                return null;
            }
            boolean isNull =
                    value == ImmutableRecord.NULL || (bad && column.bad() == BadField.NULL);
            shown.append(i == 0 ? "" : "|").append(isNull ? "NULL" : bad ? "BAD" : value);
        }
        return shown.toString();
    }
}
