package io.millrace.apps.lda;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.jspecify.annotations.Nullable;

/** A term in a topic; or the whole topic, which is ordered before its terms. */
public final class TopicTerm implements WritableComparable<TopicTerm> {

    private static final int WHOLE = -1;

    static {
        WritableComparator.define(TopicTerm.class, new Comparator());
    }

    private int topic;
    private int term;

    public void set(int ofTopic, int newTerm) {
        topic = ofTopic;
        term = newTerm;
    }

    public void setWhole(int newTopic) {
        set(newTopic, WHOLE);
    }

    public boolean isWhole() {
        return term == WHOLE;
    }

    public int topic() {
        return topic;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(topic);
        out.writeInt(term);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        topic = in.readInt();
        term = in.readInt();
    }

    @Override
    public int compareTo(TopicTerm other) {
        int topics = Integer.compare(topic, other.topic);
        return topics != 0 ? topics : Integer.compare(term, other.term);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopicTerm that && topic == that.topic && term == that.term;
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, term);
    }

    /** The same form as in the model's text. */
    @Override
    public String toString() {
        return topic + "\t" + term;
    }

    /** The same order, computed from the bytes. */
    public static final class Comparator extends WritableComparator {

        public Comparator() {
            super(TopicTerm.class);
        }

        @Override
        public int compare(
                byte[] one, int start, int length, byte[] other, int otherStart, int otherLength) {
            int topics = Integer.compare(readInt(one, start), readInt(other, otherStart));
            return topics != 0
                    ? topics
                    : Integer.compare(
                            readInt(one, start + Integer.BYTES),
                            readInt(other, otherStart + Integer.BYTES));
        }
    }
}
