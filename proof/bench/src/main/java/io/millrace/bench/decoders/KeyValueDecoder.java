package io.millrace.bench.decoders;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Hadoop's own reader of delimited text, which separates the first field of a line from the others,
 * and the JDK's split and parsers for these.
 */
final class KeyValueDecoder implements Decoder<VisitsText> {

    @Override
    public String title() {
        return "Hadoop, key and value";
    }

    @Override
    public long two(VisitsText table) throws IOException {
        Digest digest = new Digest();
        each(table, (first, others) -> Fields.two(first, others.split("\\|", -1)[2], digest));
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) throws IOException {
        Digest digest = new Digest();
        each(
                table,
                (first, others) -> {
                    String[] fields = new String[9];
                    String[] split = others.split("\\|", -1);
                    fields[0] = first;
                    System.arraycopy(split, 0, fields, 1, split.length);
                    Fields.nine(fields, digest);
                });
        return digest.value();
    }

    private static void each(VisitsText table, BiConsumer<String, String> use) throws IOException {
        Configuration conf = new Configuration();
        conf.set(KeyValueLineRecordReader.KEY_VALUE_SEPARATOR, "|");
        FileSplit all =
                new FileSplit(
                        new Path(table.file().toUri()), 0, table.bytes().length, new String[0]);
        try (KeyValueLineRecordReader lines = new KeyValueLineRecordReader(conf)) {
            lines.initialize(all, new TaskAttemptContextImpl(conf, new TaskAttemptID()));
            while (lines.nextKeyValue()) {
                use.accept(lines.getCurrentKey().toString(), lines.getCurrentValue().toString());
            }
        }
    }
}
