package io.millrace.apps.marco;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A movie of a cluster with its similarity to the centroid, or the sum of the similarities of
 * several movies. A movie whose similarity is already part of a sum does not count again. Used by
 * one thread.
 */
public final class Member implements Writable {

    private final Movie movie = new Movie();
    private boolean hasMovie;
    private long similarity;
    private long counted;

    /** The movie, to be changed before {@link #setMovie}. */
    Movie movie() {
        return movie;
    }

    /** Makes this a movie that counts. */
    void setMovie(long ownSimilarity) {
        hasMovie = true;
        similarity = ownSimilarity;
        counted = 1;
    }

    /** Makes this the sum of the similarities of some movies. */
    void setSum(long sum, long movies) {
        hasMovie = false;
        similarity = sum;
        counted = movies;
    }

    /** Says that the movie's similarity is part of a sum now. */
    void count() {
        counted = 0;
    }

    boolean hasMovie() {
        return hasMovie;
    }

    long similarity() {
        return similarity;
    }

    /** The number of movies whose similarities this adds; 0 for a movie that has been counted. */
    long counted() {
        return counted;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(hasMovie);
        WritableUtils.writeVLong(out, similarity);
        WritableUtils.writeVLong(out, counted);
        if (hasMovie) {
            movie.write(out);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        hasMovie = in.readBoolean();
        similarity = WritableUtils.readVLong(in);
        counted = WritableUtils.readVLong(in);
        if (hasMovie) {
            movie.readFields(in);
        }
    }
}
