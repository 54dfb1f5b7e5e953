package io.millrace.formats.output;

import io.millrace.formats.registry.FileWriters;
import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.OutputEntry;
import java.util.List;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Hadoop's formats that write a file of lines or of records. */
public final class HadoopOutputs implements FormatProvider {

    @Override
    public List<OutputEntry> outputs() {
        FileWriters lines = new LineWriters();
        FileWriters sequences = new SequenceWriters();
        return List.of(
                new OutputEntry(TextOutputFormat.class, lines),
                new OutputEntry(SequenceFileOutputFormat.class, sequences),
                new OutputEntry(org.apache.hadoop.mapred.TextOutputFormat.class, lines),
                new OutputEntry(
                        org.apache.hadoop.mapred.SequenceFileOutputFormat.class, sequences));
    }
}
