package io.millrace.formats.input;

import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.InputEntry;
import io.millrace.formats.registry.InputEntry.Caching;
import io.millrace.formats.registry.SplitReaders;
import java.util.List;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.NLineInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's formats that read a piece of a file. Their records are known to depend only on that file
 * and a few settings, and they have no side effects.
 */
public final class HadoopInputs implements FormatProvider {

    @Override
    public List<InputEntry> inputs() {
        SplitReaders lines = new LineReaders(false);
        SplitReaders pairs = new LineReaders(true);
        SplitReaders sequences = new SequenceReaders();
        return List.of(
                entry(TextInputFormat.class, lines),
                entry(KeyValueTextInputFormat.class, pairs),
                new InputEntry(
                        SequenceFileInputFormat.class,
                        FileSplit.class,
                        Caching.ANY_CLASS,
                        sequences),
                entry(NLineInputFormat.class, null),
                entry(FixedLengthInputFormat.class, null),
                entry(SequenceFileAsTextInputFormat.class, null),
                old(org.apache.hadoop.mapred.TextInputFormat.class, lines),
                old(org.apache.hadoop.mapred.KeyValueTextInputFormat.class, pairs),
                new InputEntry(
                        org.apache.hadoop.mapred.SequenceFileInputFormat.class,
                        org.apache.hadoop.mapred.FileSplit.class,
                        Caching.ANY_CLASS,
                        sequences),
                old(org.apache.hadoop.mapred.lib.NLineInputFormat.class, null),
                old(org.apache.hadoop.mapred.FixedLengthInputFormat.class, null),
                old(org.apache.hadoop.mapred.SequenceFileAsTextInputFormat.class, null));
    }

    /** An entry whose records are of Hadoop's own classes. */
    private static InputEntry entry(Class<?> format, @Nullable SplitReaders readers) {
        return new InputEntry(format, FileSplit.class, Caching.FRAMEWORK_CLASSES, readers);
    }

    private static InputEntry old(Class<?> format, @Nullable SplitReaders readers) {
        return new InputEntry(
                format,
                org.apache.hadoop.mapred.FileSplit.class,
                Caching.FRAMEWORK_CLASSES,
                readers);
    }
}
