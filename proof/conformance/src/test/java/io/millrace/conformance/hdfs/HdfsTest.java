package io.millrace.conformance.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that read from and write to a real HDFS, which is the default file system or is not. */
class HdfsTest {

    private static final int SMALLEST_BLOCK = 1 << 20;

    @TempDir static java.nio.file.Path directory;

    private static MiniDFSCluster cluster;
    private static FileSystem hdfs;

    @BeforeAll
    static void startCluster() throws IOException {
        cluster =
                new MiniDFSCluster.Builder(new Configuration(), directory.resolve("dfs").toFile())
                        .numDataNodes(1)
                        .build();
        hdfs = cluster.getFileSystem();
    }

    @AfterAll
    static void stopCluster() {
        cluster.shutdown();
    }

    private static Configuration conf(boolean hdfsIsDefault) {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.defaultFS", hdfsIsDefault ? hdfs.getUri().toString() : "file:///");
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setInt("dfs.blocksize", SMALLEST_BLOCK);
        return conf;
    }

    private static void write(Path file, String text) throws IOException {
        try (FSDataOutputStream out = hdfs.create(file)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Map<String, Integer> counts(Path output) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (FileStatus file : hdfs.globStatus(new Path(output, "part-*"))) {
            try (var in = hdfs.open(file.getPath())) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                text.lines()
                        .forEach(line -> {
                            int tab = line.indexOf('\t');
                            counts.put(
                                    line.substring(0, tab),
                                    Integer.valueOf(line.substring(tab + 1)));
                        });
            }
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void wordsAreCountedFromAndToHdfs(boolean hdfsIsDefault) throws Exception {
        Path base = hdfs.makeQualified(new Path("/words-" + hdfsIsDefault));
        write(new Path(base, "in/a"), "one two two\n".repeat(100_000));
        write(new Path(base, "in/b"), "three two\n".repeat(50_000));
        Job job = Job.getInstance(conf(hdfsIsDefault));
        job.setJarByClass(WordCount.class);
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setCombinerClass(WordCount.IntSumReducer.class);
        job.setReducerClass(WordCount.IntSumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.setNumReduceTasks(2);
        FileInputFormat.addInputPath(job, new Path(base, "in"));
        FileOutputFormat.setOutputPath(job, new Path(base, "out"));
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(counts(new Path(base, "out")))
                .isEqualTo(Map.of("one", 100_000, "two", 250_000, "three", 50_000));
        assertThat(hdfs.exists(new Path(base, "out/_SUCCESS"))).isTrue();
        assertThat(hdfs.exists(new Path(base, "out/_temporary"))).isFalse();
        assertThat(job.getCounters().findCounter("hdfs", FileSystemCounter.BYTES_READ).getValue())
                .isGreaterThanOrEqualTo(1_700_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void teraSortSortsOnHdfsWithItsPartitionsFromTheCache(boolean hdfsIsDefault) throws Exception {
        Path base = hdfs.makeQualified(new Path("/tera-" + hdfsIsDefault));
        String in = new Path(base, "in").toString();
        String sorted = new Path(base, "sorted").toString();
        Configuration conf = conf(hdfsIsDefault);
        conf.setInt("mapreduce.job.reduces", 3);
        run(conf, new TeraGen(), "30000", in);
        run(conf, new TeraSort(), in, sorted);
        run(conf, new TeraValidate(), sorted, new Path(base, "report").toString());
        assertThat(hdfs.getContentSummary(new Path(base, "sorted")).getLength())
                .isGreaterThanOrEqualTo(3_000_000);
        assertThat(hdfs.globStatus(new Path(base, "sorted/part-r-*"))).hasSize(3);
    }

    private static void run(Configuration conf, Tool tool, String... arguments) throws Exception {
        assertThat(ToolRunner.run(new Configuration(conf), tool, arguments))
                .as(tool.getClass().getSimpleName())
                .isZero();
    }

    /** Emits what the cached file says about each word. */
    public static final class Translates extends Mapper<LongWritable, Text, Text, IntWritable> {

        private String word;
        private int length;

        @Override
        @SuppressWarnings("deprecation") // existing jobs ask like this
        protected void setup(Context context) throws IOException {
            java.nio.file.Path cached =
                    java.nio.file.Path.of(context.getLocalCacheFiles()[0].toUri().getPath());
            word = Files.readString(java.nio.file.Path.of("dictionary")).strip();
            length = Files.readString(cached).strip().length();
        }

        @Override
        protected void map(LongWritable offset, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new Text(line + "=" + word), new IntWritable(length));
        }
    }

    @Test
    void cachedFilesComeFromHdfsUnderTheirLinks() throws Exception {
        Path base = hdfs.makeQualified(new Path("/cached"));
        write(new Path(base, "in/a"), "water\n");
        write(new Path(base, "words.txt"), "eau");
        Job job = Job.getInstance(conf(true));
        job.setMapperClass(Translates.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.addCacheFile(URI.create(new Path(base, "words.txt") + "#dictionary"));
        FileInputFormat.addInputPath(job, new Path(base, "in"));
        FileOutputFormat.setOutputPath(job, new Path(base, "out"));
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(counts(new Path(base, "out"))).isEqualTo(Map.of("water=eau", 3));
        assertThat(java.nio.file.Path.of("dictionary")).doesNotExist();
    }
}
