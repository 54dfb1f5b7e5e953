package io.millrace.apps.pavlo;

import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * The first of the three jobs: joins visits of the days with rankings, by their page. A line with
 * three fields is a ranking.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
final class SortJoin {

    private static final int FIELDS_OF_RANKING = 3;
    private static final char SEPARATOR = '\t';

    private SortJoin() {}

    /** (page, pageRank) or (page, sourceIP and adRevenue) of lines. */
    public static final class Lines extends Mapper<LongWritable, Text, Text, Text> {

        private VisitDates dates = new VisitDates("", "");

        @Override
        protected void setup(Context context) {
            dates = VisitDates.of(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] fields = line.toString().split("\\|", -1);
            if (fields.length == FIELDS_OF_RANKING) {
                context.write(
                        new Text(fields[Tables.PAGE_URL]), new Text(fields[Tables.PAGE_RANK]));
            } else if (dates.contain(fields[Tables.VISIT_DATE])) {
                context.write(
                        new Text(fields[Tables.DEST_URL]),
                        new Text(fields[Tables.SOURCE_IP] + SEPARATOR + fields[Tables.AD_REVENUE]));
            }
        }
    }

    /** The same of records. */
    public static final class Records extends Mapper<LongWritable, DelimitedRecord, Text, Text> {

        private final Text page = new Text();
        private final Text value = new Text();
        private VisitDates dates = new VisitDates("", "");

        @Override
        protected void setup(Context context) {
            dates = VisitDates.of(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, DelimitedRecord row, Context context)
                throws IOException, InterruptedException {
            if (row.fieldCount() == FIELDS_OF_RANKING) {
                set(page, row.getText(Tables.PAGE_URL));
                set(value, row.getText(Tables.PAGE_RANK));
            } else if (dates.contain(row.getText(Tables.VISIT_DATE).toString())) {
                set(page, row.getText(Tables.DEST_URL));
                set(value, row.getText(Tables.SOURCE_IP));
                append(value, row.getText(Tables.AD_REVENUE));
            } else {
                return;
            }
            context.write(page, value);
        }

        private static void set(Text text, TextSlice slice) {
            text.set(slice.bytes(), slice.offset(), slice.length());
        }

        private static void append(Text text, TextSlice slice) {
            text.append(new byte[] {SEPARATOR}, 0, 1);
            text.append(slice.bytes(), slice.offset(), slice.length());
        }
    }

    /** (sourceIP, pageRank and adRevenue) of each visit of a page that has a rank. */
    public static final class Pages extends Reducer<Text, Text, Text, Text> {

        @Override
        protected void reduce(Text page, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            @Nullable String rank = null;
            List<String> visits = new ArrayList<>();
            for (Text value : values) {
                String text = value.toString();
                if (text.indexOf(SEPARATOR) < 0) {
                    rank = text;
                } else {
                    visits.add(text);
                }
            }
            if (rank == null) {
                return;
            }
            for (String visit : visits) {
                int tab = visit.indexOf(SEPARATOR);
                context.write(
                        new Text(visit.substring(0, tab)),
                        new Text(SourceTotal.visit(rank, visit.substring(tab + 1))));
            }
        }
    }

    /** Makes it the job. */
    static void configure(Job job, Reading reading) {
        if (reading == Reading.SPLIT) {
            job.setMapperClass(Lines.class);
        } else {
            job.setMapperClass(Records.class);
            reading.read(job, Tables.BOTH);
        }
        job.setReducerClass(Pages.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
    }
}
