package io.millrace.records.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.JobSchema;
import io.millrace.records.schema.BadField;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.schema.SchemaException;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records with line breaks in quoted fields, against a plain parser of whole files. */
@Sampled(oneIn = 3)
class QuotedLinesTest {

    private static final String[] PIECES = {
        "a", "b", ",", "\"", "\n", "\r\n", "\r", "", "12", " ", "\u00e9"
    };

    @TempDir Path directory;
    private final Random random = Seeds.random("quoted lines");

    @Test
    void recordsAreThoseOfTheFileWhateverTheSizeOfSplits() throws Exception {
        for (int round = 0; round < 60; round++) {
            List<List<String>> records = new ArrayList<>();
            String text = csv(records);
            Path file = write("records" + round + (round % 3 == 0 ? ".csv.gz" : ".csv"), text);
            Schema schema = schema(LineBreaks.IN_FIELDS).build();
            List<List<String>> expected = plain(text);
            assertThat(expected).isEqualTo(records);
            for (int bytes : new int[] {1, 2, 3, 7, 16, 1 << 20}) {
                assertThat(read(file, schema, bytes)).as(text).isEqualTo(expected);
                assertThat(readOld(file, schema, bytes)).as(text).isEqualTo(expected);
            }
        }
    }

    @Test
    void aPartOfARecordIsNeverARecord() throws Exception {
        String text = "a,\"b\nc\nd\",e\nf,g,h\n";
        Path file = write("few.csv", text);
        for (BadField bad : BadField.values()) {
            Schema schema = schema(LineBreaks.REFUSED).bad(bad).build();
            for (int bytes = 1; bytes <= text.length(); bytes++) {
                int size = bytes;
                assertThatThrownBy(() -> read(file, schema, size))
                        .isInstanceOf(BadFieldException.class)
                        .hasMessageContaining("Cannot read the record at byte 0 of file:")
                        .hasMessageContaining("'multiline yes'");
                assertThatThrownBy(() -> readOld(file, schema, size))
                        .isInstanceOf(BadFieldException.class);
            }
        }
    }

    @Test
    void lineBreaksEndRecordsIfTheSchemaSaysSo() throws Exception {
        Path file = write("few.csv", "a,\"b\nf,g,h\n");
        Schema schema = schema(LineBreaks.END_RECORDS).bad(BadField.NULL).build();
        assertThat(read(file, schema, 4))
                .isEqualTo(read(file, schema, 1 << 20))
                .isEqualTo(List.of(row("a", null, null), row("f", "g", "h")));
    }

    @Test
    void aFileThatEndsWithinQuotesIsAnError() throws Exception {
        Path file = write("cut.csv", "a,b,c\nd,\"e\nf");
        Schema schema = schema(LineBreaks.IN_FIELDS).bad(BadField.SKIP).build();
        assertThatThrownBy(() -> read(file, schema, 1 << 20))
                .isInstanceOf(BadFieldException.class)
                .hasMessageContaining("at byte 6 of file:")
                .hasMessageContaining("The file ends within the quotes");
    }

    @Test
    void theHeaderMayHaveLineBreaksAndKeysAreThoseOfFirstLines() throws Exception {
        Path file = write("few.csv", "\"a\nb\",c,d\n\"1\n2\",3,4\n5\n\"6\n\",7,8\n");
        Schema schema = schema(LineBreaks.IN_FIELDS).header(true).bad(BadField.SKIP).build();
        List<Long> keys = new ArrayList<>();
        JobConf conf = new JobConf();
        JobSchema.set(conf, schema);
        TaskAttemptContextImpl context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        FileSplit split = new FileSplit(hadoop(file), 0, Files.size(file), new String[0]);
        try (RecordReader<LongWritable, DelimitedRecord> reader =
                new DecodedText().createRecordReader(split, context)) {
            reader.initialize(split, context);
            while (reader.nextKeyValue()) {
                keys.add(reader.getCurrentKey().get());
            }
        }
        assertThat(keys).containsExactly(10L, 22L);
    }

    @Test
    void aSplitOfAnotherFormatWithinAFileIsRefused() throws Exception {
        Path file = write("few.csv", "a,b,c\n");
        JobConf conf = new JobConf();
        JobSchema.set(conf, schema(LineBreaks.IN_FIELDS).build());
        TaskAttemptContextImpl context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        FileSplit split = new FileSplit(hadoop(file), 2, 2, new String[0]);
        RecordReader<LongWritable, DelimitedRecord> reader =
                new DecodedText().createRecordReader(split, context);
        assertThatThrownBy(() -> reader.initialize(split, context))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be split");
        reader.close();
    }

    @Test
    void theSettingIsPartOfASchemasText() {
        Schema schema = Schema.parse("quote '\nmultiline yes\ncolumn a text\n", "s");
        assertThat(schema.lineBreaks()).isEqualTo(LineBreaks.IN_FIELDS);
        assertThat(Schema.parse(schema.toString(), "s").toString()).isEqualTo(schema.toString());
        assertThatThrownBy(() -> Schema.parse("multiline yes\ncolumn a text\n", "s"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("Only quoted fields");
    }

    @Test
    void eachOfSeveralInputsHasItsOwnSchema() throws Exception {
        Files.createDirectories(directory.resolve("x y"));
        Files.createDirectories(directory.resolve("z"));
        Path one = write("x y/one", "a|1\n");
        Path two = write("z/two", "\"b\n\",2,3\n");
        Path three = write("three", "c;4\n");
        Job job = Job.getInstance(new JobConf());
        DecodedText.setSchema(
                job,
                hadoop(one.getParent()),
                Schema.builder().column("k", ColumnType.TEXT).column("v", ColumnType.INT).build());
        DecodedText.setSchema(job, hadoop(two), schema(LineBreaks.IN_FIELDS).build());
        for (Path each : List.of(one.getParent(), two)) {
            MultipleInputs.addInputPath(job, hadoop(each), DecodedText.class);
        }
        job.getConfiguration().setLong(FileInputFormat.SPLIT_MAXSIZE, 4);
        assertThat(read(job)).containsExactlyInAnyOrder(row("a", "1"), row("b\n", "2", "3"));
        MultipleInputs.addInputPath(job, hadoop(three), DecodedText.class);
        assertThatThrownBy(() -> read(job)).hasMessageContaining("has no schema");
        JobSchema.set(
                job.getConfiguration(),
                Schema.builder().delimiter(';').column("k", ColumnType.TEXT).build());
        assertThat(read(job)).contains(row("c"));
        job.getConfiguration().set("millrace.records.where", "v > 0");
        assertThatThrownBy(() -> read(job)).hasMessageContaining("no column 'v'");
    }

    private static SchemaBuilder schema(LineBreaks meaning) {
        return Schema.builder()
                .delimiter(',')
                .quote('"')
                .lineBreaks(meaning)
                .column("a", ColumnType.TEXT)
                .column("b", ColumnType.TEXT)
                .column("c", ColumnType.TEXT);
    }

    /** A file in the form of RFC 4180, and its records. */
    private String csv(List<List<String>> records) {
        StringBuilder text = new StringBuilder();
        String end = random.nextBoolean() ? "\n" : "\r\n";
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            List<String> record = new ArrayList<>();
            for (int j = 0; j < 3; j++) {
                StringBuilder field = new StringBuilder();
                for (int k = random.nextInt(5); k > 0; k--) {
                    field.append(PIECES[random.nextInt(PIECES.length)]);
                }
                record.add(field.toString());
                text.append(j == 0 ? "" : ",").append(written(field.toString()));
            }
            records.add(record);
            text.append(i == count - 1 && random.nextBoolean() ? "" : end);
        }
        return text.toString();
    }

    private String written(String field) {
        boolean needed = field.chars().anyMatch(each -> ",\"\r\n".indexOf(each) >= 0);
        return needed || random.nextBoolean() ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }

    /** The records of RFC 4180, one character after the other. */
    private static List<List<String>> plain(String text) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append(text.charAt(i++));
            } else if (each == '"') {
                quoted = !quoted;
            } else if (quoted || (each != ',' && each != '\n' && each != '\r')) {
                field.append(each);
            } else if (each != '\r') {
                record.add(field.toString());
                field.setLength(0);
                if (each == '\n') {
                    records.add(record);
                    record = new ArrayList<>();
                }
            }
        }
        if ((!text.isEmpty() && !text.endsWith("\n")) || quoted || !record.isEmpty()) {
            record.add(field.toString());
            records.add(record);
        }
        return records;
    }

    private List<List<String>> read(Path file, Schema schema, int splitBytes) throws Exception {
        Job job = Job.getInstance(new JobConf());
        DecodedText.setSchema(job, schema);
        FileInputFormat.setInputPaths(job, hadoop(file));
        FileInputFormat.setMaxInputSplitSize(job, splitBytes);
        return read(job);
    }

    @SuppressWarnings("unchecked") // the format of all inputs is DecodedText
    private static List<List<String>> read(Job job) throws Exception {
        var format =
                (org.apache.hadoop.mapreduce.InputFormat<LongWritable, DelimitedRecord>)
                        job.getInputFormatClass().getConstructor().newInstance();
        List<List<String>> rows = new ArrayList<>();
        for (InputSplit split : format.getSplits(job)) {
            TaskAttemptContextImpl context =
                    new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
            try (RecordReader<LongWritable, DelimitedRecord> reader =
                    format.createRecordReader(split, context)) {
                reader.initialize(split, context);
                while (reader.nextKeyValue()) {
                    rows.add(row(reader.getCurrentValue()));
                }
            }
        }
        return rows;
    }

    private static List<List<String>> readOld(Path file, Schema schema, int splitBytes)
            throws IOException {
        JobConf job = new JobConf();
        io.millrace.records.old.DecodedText.setSchema(job, schema);
        org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, hadoop(file));
        var format = new io.millrace.records.old.DecodedText();
        format.configure(job);
        List<List<String>> rows = new ArrayList<>();
        int count = (int) Math.max(1, Files.size(file) / splitBytes);
        for (var split : format.getSplits(job, count)) {
            var reader = format.getRecordReader(split, job, Reporter.NULL);
            LongWritable key = reader.createKey();
            DelimitedRecord record = reader.createValue();
            while (reader.next(key, record)) {
                rows.add(row(record));
            }
            reader.close();
        }
        return rows;
    }

    private static List<String> row(DelimitedRecord record) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < record.schema().columns().size(); i++) {
            row.add(record.isNull(i) ? null : record.getText(i).toString());
        }
        return row;
    }

    private static List<String> row(String... fields) {
        return new ArrayList<>(java.util.Arrays.asList(fields));
    }

    private static org.apache.hadoop.fs.Path hadoop(Path path) {
        return new org.apache.hadoop.fs.Path("file:" + path);
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            out.write(text.getBytes(UTF_8));
        }
        return file;
    }
}
