package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;
import org.apache.hadoop.mapreduce.lib.db.DBInputFormat;
import org.apache.hadoop.mapreduce.lib.db.DBOutputFormat;
import org.apache.hadoop.mapreduce.lib.db.DBWritable;
import org.apache.hadoop.mapreduce.lib.db.DataDrivenDBInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with Hadoop's own database formats do on Millrace what they do on the local runner. */
@Sampled(oneIn = 2)
class HadoopDbFormatsTest {

    private static final int ROWS = 100;
    private static final String[] FIELDS = {"id", "word"};

    @TempDir private Path directory;
    private TestDatabase database;

    @BeforeEach
    void createTables() throws SQLException {
        database = TestDatabase.postgres();
        database.execute(
                "CREATE TABLE words (id bigint PRIMARY KEY, word text)",
                "INSERT INTO words SELECT i * 7, 'w' || i %% 10 FROM generate_series(1, %d) AS s(i)"
                        .formatted(ROWS));
    }

    @Test
    void rowsAndTheirNumbersAreTheSame() throws Exception {
        for (String orderBy : new String[] {"id", "word DESC, id"}) {
            List<String> expected = TableJob.lines(numbered("local", orderBy, "id > 50"));
            assertThat(expected).hasSize(ROWS - 7);
            assertThat(TableJob.lines(numbered("millrace", orderBy, "id > 50")))
                    .isEqualTo(expected);
        }
    }

    @Test
    void rowsAndTheirNumbersAreTheSameInTheOldApi() throws Exception {
        List<String> expected = TableJob.lines(oldNumbered("local"));
        assertThat(expected).hasSize(ROWS);
        assertThat(TableJob.lines(oldNumbered("millrace"))).isEqualTo(expected);
    }

    @Test
    void rowsOfRangesOfAColumnAreTheSame() throws Exception {
        List<String> expected = TableJob.lines(ranges("local"));
        assertThat(expected).hasSize(ROWS);
        assertThat(TableJob.lines(ranges("millrace"))).isEqualTo(expected);
    }

    @Test
    void rowsThatReducersWriteAreTheSame() throws Exception {
        List<List<String>> written = new ArrayList<>();
        for (String framework : List.of("local", "millrace")) {
            String table = "counts_" + framework;
            database.execute("CREATE TABLE " + table + " (id bigint, word text)");
            Job job = job(framework);
            DBInputFormat.setInput(job, Row.class, "words", "", "id", FIELDS);
            job.setMapperClass(Words.class);
            job.setReducerClass(Counts.class);
            job.setNumReduceTasks(3);
            job.setMapOutputKeyClass(Text.class);
            job.setMapOutputValueClass(LongWritable.class);
            DBOutputFormat.setOutput(job, table, FIELDS);
            assertThat(job.waitForCompletion(false)).isTrue();
            written.add(database.rows("SELECT * FROM " + table + " ORDER BY word"));
        }
        assertThat(written.get(0)).hasSize(10).isEqualTo(written.get(1));
    }

    @Test
    void attemptsLeaveNoConnection() throws Exception {
        TableJob.lines(numbered("millrace", "id", ""));
        TableJob.lines(oldNumbered("millrace"));
        TableJob.lines(ranges("millrace"));
        Await.until(
                "no connection is left",
                () ->
                        database.rows(
                                        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
                                .isEmpty());
    }

    private Job numbered(String framework, String orderBy, String where) throws IOException {
        Job job = job(framework);
        DBInputFormat.setInput(job, Row.class, "words", where, orderBy, FIELDS);
        return withLines(job, WithNumbers.class);
    }

    private Job ranges(String framework) throws IOException {
        Job job = job(framework);
        DataDrivenDBInputFormat.setInput(job, Row.class, "words", "", "id", FIELDS);
        return withLines(job, WithoutNumbers.class);
    }

    private Job withLines(
            Job job, Class<? extends Mapper<LongWritable, Row, NullWritable, Text>> mapper)
            throws IOException {
        job.setMapperClass(mapper);
        job.setOutputFormatClass(TextOutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Text.class);
        FileOutputFormat.setOutputPath(job, output());
        return job;
    }

    private Job job(String framework) throws IOException {
        return Job.getInstance(conf(framework));
    }

    private JobConf conf(String framework) {
        JobConf conf = TableJob.conf(framework, directory);
        conf.setInt("mapreduce.job.maps", 4);
        DBConfiguration.configureDB(
                conf, "org.postgresql.Driver", database.url(), database.user(), "");
        return conf;
    }

    private Job oldNumbered(String framework) throws IOException {
        JobConf conf = conf(framework);
        org.apache.hadoop.mapred.lib.db.DBInputFormat.setInput(
                conf, OldRow.class, "words", "", "id", FIELDS);
        conf.setMapperClass(OldWithNumbers.class);
        conf.setOutputKeyClass(NullWritable.class);
        conf.setOutputValueClass(Text.class);
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, output());
        return Job.getInstance(conf);
    }

    private org.apache.hadoop.fs.Path output() throws IOException {
        return new org.apache.hadoop.fs.Path(Files.createTempDirectory(directory, "job") + "/out");
    }

    /** A row of both tables. */
    public static class Row implements Writable, DBWritable {

        long id;
        String word = "";

        @Override
        public void write(PreparedStatement statement) throws SQLException {
            statement.setLong(1, id);
            statement.setString(2, word);
        }

        @Override
        public void readFields(ResultSet row) throws SQLException {
            id = row.getLong(1);
            word = row.getString(2);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeLong(id);
            out.writeUTF(word);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            id = in.readLong();
            word = in.readUTF();
        }
    }

    /** A row for the old API. */
    public static final class OldRow extends Row
            implements org.apache.hadoop.mapred.lib.db.DBWritable {}

    /** Writes rows with their numbers, which are the keys. */
    static final class WithNumbers extends Mapper<LongWritable, Row, NullWritable, Text> {
        @Override
        protected void map(LongWritable number, Row row, Context context)
                throws IOException, InterruptedException {
            context.write(NullWritable.get(), new Text(number + " " + row.id + " " + row.word));
        }
    }

    /** Writes rows; their numbers depend on the order in which splits are read. */
    static final class WithoutNumbers extends Mapper<LongWritable, Row, NullWritable, Text> {
        @Override
        protected void map(LongWritable number, Row row, Context context)
                throws IOException, InterruptedException {
            context.write(NullWritable.get(), new Text(row.id + " " + row.word));
        }
    }

    /** Writes rows with their numbers; old API. */
    static final class OldWithNumbers extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, OldRow, NullWritable, Text> {
        @Override
        public void map(
                LongWritable number,
                OldRow row,
                OutputCollector<NullWritable, Text> output,
                Reporter reporter)
                throws IOException {
            output.collect(NullWritable.get(), new Text(number + " " + row.id + " " + row.word));
        }
    }

    /** Words, with the ids of their rows. */
    static final class Words extends Mapper<LongWritable, Row, Text, LongWritable> {
        @Override
        protected void map(LongWritable number, Row row, Context context)
                throws IOException, InterruptedException {
            context.write(new Text(row.word), new LongWritable(row.id));
        }
    }

    /** Rows with a word and the sum of its ids. */
    static final class Counts extends Reducer<Text, LongWritable, Row, NullWritable> {
        @Override
        protected void reduce(Text word, Iterable<LongWritable> ids, Context context)
                throws IOException, InterruptedException {
            Row row = new Row();
            row.word = word.toString();
            for (LongWritable id : ids) {
                row.id += id.get();
            }
            context.write(row, NullWritable.get());
        }
    }
}
