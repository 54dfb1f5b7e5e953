package io.millrace.bench.decoders;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** A record of UserVisits as programs for Hadoop write it. */
public final class WritableVisit implements Writable {

    /** The fields for the decoder of the module records. */
    static final String FIELDS =
            "sourceIP text, destURL text, visitDate int, adRevenue double, userAgent text, countryCode text, languageCode text, searchWord text, duration int";

    final Text source = new Text();
    final Text page = new Text();
    final Text agent = new Text();
    final Text country = new Text();
    final Text language = new Text();
    final Text word = new Text();
    int date;
    double revenue;
    int duration;

    @Override
    public void write(DataOutput out) throws IOException {
        source.write(out);
        page.write(out);
        out.writeInt(date);
        out.writeDouble(revenue);
        agent.write(out);
        country.write(out);
        language.write(out);
        word.write(out);
        out.writeInt(duration);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        source.readFields(in);
        page.readFields(in);
        date = in.readInt();
        revenue = in.readDouble();
        agent.readFields(in);
        country.readFields(in);
        language.readFields(in);
        word.readFields(in);
        duration = in.readInt();
    }
}
