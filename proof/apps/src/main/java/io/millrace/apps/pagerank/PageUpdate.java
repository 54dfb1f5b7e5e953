package io.millrace.apps.pagerank;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** An update of a page: rank from pages that link to it, its own links, or both. */
public final class PageUpdate implements Writable {

    private final Text links = new Text();
    private boolean hasLinks;
    private double rank;

    /** Sets this to rank that comes along a link. */
    public void setRank(double received) {
        rank = received;
        hasLinks = false;
    }

    /** Sets this to the page's own links, with rank that it gives to itself. */
    public void setLinks(String own, double kept) {
        links.set(own);
        hasLinks = true;
        rank = kept;
    }

    /** Sets this to an empty update. */
    public void clear() {
        rank = 0;
        hasLinks = false;
        links.clear();
    }

    /** Adds another update. */
    public void add(PageUpdate other) {
        rank += other.rank;
        if (other.hasLinks) {
            links.set(other.links);
            hasLinks = true;
        }
    }

    public double rank() {
        return rank;
    }

    public Text links() {
        return links;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeDouble(rank);
        out.writeBoolean(hasLinks);
        if (hasLinks) {
            links.write(out);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        rank = in.readDouble();
        hasLinks = in.readBoolean();
        if (hasLinks) {
            links.readFields(in);
        }
    }
}
