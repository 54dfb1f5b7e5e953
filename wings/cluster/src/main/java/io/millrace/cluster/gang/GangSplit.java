package io.millrace.cluster.gang;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A worker's place in its gang. Hadoop creates and fills it. Used by one thread at a time. */
public final class GangSplit extends InputSplit implements Writable {

    private int rank;

    /** Known where the gang is submitted only. */
    private String[] hosts = new String[0];

    /** For Hadoop. */
    public GangSplit() {}

    /**
     * A worker's place.
     *
     * @param hosts where the worker should run; none if any will do
     */
    GangSplit(int rank, String... hosts) {
        this.rank = rank;
        this.hosts = hosts;
    }

    /** The worker's number, from 0. */
    int rank() {
        return rank;
    }

    /** For the log of its map task. */
    @Override
    public String toString() {
        return "worker " + rank + " of a gang";
    }

    @Override
    public long getLength() {
        return 0;
    }

    @Override
    public String[] getLocations() {
        return hosts.clone();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(rank);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        rank = in.readInt();
    }
}
