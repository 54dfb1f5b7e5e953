package io.millrace.apps.marco;

import io.millrace.apps.vector.BadLine;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.MapContext;

/**
 * A movie with its ratings, ordered by rater; as text {@code number TAB rater:rating,rater:rating}.
 * Used by one thread.
 */
final class Movie {

    /** Similarities are multiples of one of so many parts, so that their sums are exact. */
    private static final double PARTS = 1e9;

    private static final int FIRST_RATINGS = 256;

    private long number;
    private int[] raters = new int[FIRST_RATINGS];
    private byte[] ratings = new byte[FIRST_RATINGS];
    private int size;

    /**
     * A line of the input.
     *
     * @throws BadLine if it is not a movie
     */
    void parse(MapContext<?, ?, ?, ?> context, LongWritable position, Text line) throws BadLine {
        try {
            parse(line.toString());
        } catch (IllegalArgumentException e) {
            throw new BadLine(
                    context,
                    position,
                    "is not a movie's number, a tab, and rater:rating, by rater: "
                            + e.getMessage());
        }
    }

    /**
     * The text of a movie.
     *
     * @throws IllegalArgumentException if it is something else
     */
    void parse(String text) {
        int tab = text.indexOf('\t');
        if (tab < 0) {
            throw new IllegalArgumentException("there is no tab");
        }
        number = Long.parseLong(text.substring(0, tab));
        size = 0;
        int at = tab + 1;
        while (at < text.length()) {
            int colon = text.indexOf(':', at);
            int comma = text.indexOf(',', at);
            int end = comma < 0 ? text.length() : comma;
            if (colon < 0 || colon > end) {
                throw new IllegalArgumentException("a rating has no colon");
            }
            add(
                    Integer.parseInt(text, at, colon, 10),
                    Byte.parseByte(text.substring(colon + 1, end)));
            at = end + 1;
        }
    }

    private void add(int rater, byte rating) {
        if (size > 0 && raters[size - 1] >= rater) {
            throw new IllegalArgumentException(
                    "rater " + rater + " comes after rater " + raters[size - 1]);
        }
        if (size == raters.length) {
            makeRoom(2 * size);
        }
        raters[size] = rater;
        ratings[size++] = rating;
    }

    private void makeRoom(int length) {
        if (raters.length < length) {
            raters = Arrays.copyOf(raters, length);
            ratings = Arrays.copyOf(ratings, length);
        }
    }

    long number() {
        return number;
    }

    /** The number of ratings. */
    int size() {
        return size;
    }

    byte rating(int index) {
        return ratings[index];
    }

    /** The sum of all ratings. */
    int sum() {
        int sum = 0;
        for (int i = 0; i < size; i++) {
            sum += ratings[i];
        }
        return sum;
    }

    /** The square of the length of the vector of ratings. */
    long square() {
        long square = 0;
        for (int i = 0; i < size; i++) {
            square += ratings[i] * ratings[i];
        }
        return square;
    }

    /** The cosine of the angle between two vectors of ratings, in fixed point. */
    long similarity(Movie other, long square, long otherSquare) {
        long product = 0;
        int i = 0;
        int j = 0;
        while (i < size && j < other.size) {
            int rater = raters[i];
            int otherRater = other.raters[j];
            if (rater == otherRater) {
                product += ratings[i] * other.ratings[j];
            }
            i += rater <= otherRater ? 1 : 0;
            j += otherRater <= rater ? 1 : 0;
        }
        return product == 0
                ? 0
                : (long) (PARTS * product / Math.sqrt((double) square * otherSquare));
    }

    Movie copy() {
        Movie copy = new Movie();
        copy.number = number;
        copy.raters = Arrays.copyOf(raters, size);
        copy.ratings = Arrays.copyOf(ratings, size);
        copy.size = size;
        return copy;
    }

    void write(DataOutput out) throws IOException {
        WritableUtils.writeVLong(out, number);
        WritableUtils.writeVInt(out, size);
        for (int i = 0; i < size; i++) {
            WritableUtils.writeVInt(out, i == 0 ? raters[0] : raters[i] - raters[i - 1]);
        }
        out.write(ratings, 0, size);
    }

    void readFields(DataInput in) throws IOException {
        number = WritableUtils.readVLong(in);
        size = WritableUtils.readVInt(in);
        makeRoom(size);
        for (int i = 0; i < size; i++) {
            raters[i] = WritableUtils.readVInt(in) + (i == 0 ? 0 : raters[i - 1]);
        }
        in.readFully(ratings, 0, size);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(number);
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? '\t' : ',').append(raters[i]).append(':').append(ratings[i]);
        }
        return text.toString();
    }
}
