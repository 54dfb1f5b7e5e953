package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TextInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks see of their splits: what the client wrote, and nothing else of its objects. */
class SplitsInTasksTest {

    @TempDir Path directory;

    /** Has a field that is not written. */
    static final class Marked extends FileSplit {
        private String note = "made by readFields";

        Marked() {
            super(new org.apache.hadoop.fs.Path("/"), 0, 0, new String[0]);
        }

        private Marked(FileSplit split) throws IOException {
            super(split.getPath(), split.getStart(), split.getLength(), new String[] {"a-host"});
            note = "made by the client";
        }

        @Override
        public void write(DataOutput out) throws IOException {
            super.write(out);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            super.readFields(in);
        }
    }

    /** Marks its splits. */
    static final class MarkedInput extends TextInputFormat {
        @Override
        public InputSplit[] getSplits(JobConf job, int splits) throws IOException {
            InputSplit[] all = super.getSplits(job, splits);
            for (int i = 0; i < all.length; i++) {
                all[i] = new Marked((FileSplit) all[i]);
            }
            return all;
        }
    }

    /** Says what it sees of its split, as mapper and as reducer. */
    static final class Looks extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text>, Reducer<Text, Text, Text, Text> {
        @Override
        public void map(
                LongWritable key, Text value, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            Marked split = (Marked) reporter.getInputSplit();
            out.collect(new Text("map"), new Text(split.note));
            out.collect(new Text("map"), new Text(split.getLocations().length + " locations"));
        }

        @Override
        public void reduce(
                Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            while (values.hasNext()) {
                out.collect(key, values.next());
            }
            String seen;
            try {
                seen = reporter.getInputSplit().toString();
            } catch (UnsupportedOperationException e) {
                seen = e.getMessage();
            }
            out.collect(new Text("reduce"), new Text(seen));
        }
    }

    @Test
    void aSplitIsMadeAnewForItsMapTaskAndRefusedToReduceTasks() throws Exception {
        Path input = Files.createDirectory(directory.resolve("in"));
        Files.writeString(input.resolve("file"), "a line\n");
        JobConf conf = ClientConf.in(directory);
        conf.setInputFormat(MarkedInput.class);
        conf.setMapperClass(Looks.class);
        conf.setReducerClass(Looks.class);
        conf.setOutputKeyClass(Text.class);
        conf.setOutputValueClass(Text.class);
        org.apache.hadoop.mapred.FileInputFormat.setInputPaths(
                conf, new org.apache.hadoop.fs.Path(input.toUri()));
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, ClientConf.output(directory));
        assertThat(JobClient.runJob(conf).isSuccessful()).isTrue();
        try (Stream<String> lines = Files.lines(directory.resolve("out/part-00000"))) {
            assertThat(lines.toList())
                    .isEqualTo(
                            List.of(
                                    "map\tmade by readFields",
                                    "map\t0 locations",
                                    "reduce\tInput only available on map"));
        }
    }
}
