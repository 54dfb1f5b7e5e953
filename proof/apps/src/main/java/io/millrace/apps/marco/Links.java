package io.millrace.apps.marco;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The pages that link to a page, and those that it links to. Used by one thread. */
public final class Links implements Writable {

    private final PageSet from = new PageSet();
    private final PageSet to = new PageSet();

    /** Sets this to a single link from a page. */
    void setFrom(long page) {
        from.clear();
        to.clear();
        from.add(page);
    }

    /** Sets this to a single link to a page. */
    void setTo(long page) {
        from.clear();
        to.clear();
        to.add(page);
    }

    /** Sets this to the union of others, in order. */
    void setUnion(Iterable<Links> others) {
        from.clear();
        to.clear();
        for (Links other : others) {
            from.addAll(other.from);
            to.addAll(other.to);
        }
        from.sort();
        to.sort();
    }

    PageSet from() {
        return from;
    }

    PageSet to() {
        return to;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        from.write(out);
        to.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        from.readFields(in);
        to.readFields(in);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("from:");
        from.list(text);
        text.append(" to:");
        to.list(text);
        return text.toString();
    }
}
