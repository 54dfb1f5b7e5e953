package io.millrace.records.binary;

import io.millrace.formats.sequence.OpenedSequence;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;

/**
 * Hadoop's reader of a SequenceFile without the classes of keys and values. It looks for their
 * deserializers when it opens a file, even if nobody deserializes, so it gets another class.
 */
final class UntypedSequence extends OpenedSequence {

    private UntypedSequence(Configuration conf, Path path) throws IOException {
        super(conf, path);
    }

    static UntypedSequence open(Path path, Configuration conf) throws IOException {
        Configuration own = new Configuration(conf);
        // The job may have serializations of its classes alone.
        own.unset(CommonConfigurationKeysPublic.IO_SERIALIZATIONS_KEY);
        return new UntypedSequence(own, path);
    }

    @Override
    public synchronized Class<?> getKeyClass() {
        return NullWritable.class;
    }

    @Override
    public synchronized Class<?> getValueClass() {
        return NullWritable.class;
    }
}
