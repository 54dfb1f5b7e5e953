package io.millrace.apps.kmeans;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The sum of some points, with their number. */
public final class PointSum implements Writable {

    private double[] sum = new double[0];
    private long count;

    /** Sets this to a single point. */
    public void set(double[] point) {
        if (sum.length != point.length) {
            sum = new double[point.length];
        }
        System.arraycopy(point, 0, sum, 0, point.length);
        count = 1;
    }

    /** Sets this to the sum of no points. */
    public void clear() {
        sum = new double[0];
        count = 0;
    }

    /** Adds the points of another sum. */
    public void add(PointSum other) {
        if (count == 0) {
            sum = new double[other.sum.length];
        }
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other.sum[i];
        }
        count += other.count;
    }

    /** The mean of the points, with coordinates separated by blanks. */
    public String mean() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sum.length; i++) {
            text.append(i == 0 ? "" : " ").append(sum[i] / count);
        }
        return text.toString();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeInt(sum.length);
        for (double coordinate : sum) {
            out.writeDouble(coordinate);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        count = in.readLong();
        int dimensions = in.readInt();
        if (sum.length != dimensions) {
            sum = new double[dimensions];
        }
        for (int i = 0; i < dimensions; i++) {
            sum[i] = in.readDouble();
        }
    }
}
