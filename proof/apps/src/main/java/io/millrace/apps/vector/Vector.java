package io.millrace.apps.vector;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Writable;

/** The numbers of one line. */
public final class Vector implements Writable {

    private double[] numbers = new double[0];

    /** Sets this to the numbers of a line, separated by blanks and tabs. */
    void parse(String line) {
        StringTokenizer words = new StringTokenizer(line);
        resize(words.countTokens());
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Double.parseDouble(words.nextToken());
        }
    }

    /** The numbers, which the next line overwrites. */
    public double[] numbers() {
        return numbers;
    }

    private void resize(int size) {
        if (numbers.length != size) {
            numbers = new double[size];
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        resize(in.readInt());
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readDouble();
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
