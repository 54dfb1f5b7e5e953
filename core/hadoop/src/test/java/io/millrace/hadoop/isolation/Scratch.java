package io.millrace.hadoop.isolation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A job that relies on a working directory of each task's own. */
final class Scratch {

    private Scratch() {}

    /** Puts its lines aside and reads them back when it has all. */
    public static final class ScratchMapper extends Mapper<LongWritable, Text, Text, Text> {
        private static final String NAME = "target/scratch-of-a-test.txt";

        private FileWriter out;

        @Override
        protected void setup(Context context) throws IOException {
            out = new FileWriter(NAME, UTF_8);
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException {
            out.write(value + " ");
            out.flush();
            Thread.yield();
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            out.close();
            File file = new File(NAME);
            context.write(new Text("lines"), new Text(Files.readString(file.toPath())));
        }
    }
}
