package io.millrace.collective.old;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** Adapts a split of the old API to the new one. Used by one thread at a time. */
public final class OldSplit extends InputSplit implements Writable, Configurable {

    private Configuration conf = new Configuration(false);
    private org.apache.hadoop.mapred.@Nullable InputSplit split;

    /** For deserialization. */
    public OldSplit() {}

    private OldSplit(Configuration conf, org.apache.hadoop.mapred.InputSplit split) {
        this.conf = conf;
        this.split = split;
    }

    /** Converts a file split to the new API's own class, which mappers know; wraps other splits. */
    static InputSplit of(Configuration conf, org.apache.hadoop.mapred.InputSplit split)
            throws IOException {
        return split.getClass() == FileSplit.class
                ? newSplit((FileSplit) split)
                : new OldSplit(conf, split);
    }

    private static InputSplit newSplit(FileSplit file) throws IOException {
        return new org.apache.hadoop.mapreduce.lib.input.FileSplit(
                file.getPath(), file.getStart(), file.getLength(), file.getLocations());
    }

    /** The split of the job's own format. */
    public org.apache.hadoop.mapred.InputSplit split() {
        return Objects.requireNonNull(split, "the split has not been read yet");
    }

    @Override
    public long getLength() throws IOException {
        return split().getLength();
    }

    @Override
    public String[] getLocations() throws IOException {
        return split().getLocations();
    }

    @Override
    public void setConf(Configuration given) {
        conf = given;
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        Text.writeString(out, split().getClass().getName());
        split().write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        String name = Text.readString(in);
        try {
            org.apache.hadoop.mapred.InputSplit read =
                    ReflectionUtils.newInstance(
                            conf.getClassByName(name)
                                    .asSubclass(org.apache.hadoop.mapred.InputSplit.class),
                            conf);
            read.readFields(in);
            split = read;
        } catch (ClassNotFoundException e) {
            throw new IOException("Split class " + name + " not found", e);
        }
    }

    @Override
    public String toString() {
        return String.valueOf(split);
    }
}
