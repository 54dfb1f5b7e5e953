package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;
import org.apache.hadoop.mapreduce.lib.db.DBInputFormat;
import org.apache.hadoop.mapreduce.lib.db.DBOutputFormat;
import org.apache.hadoop.mapreduce.lib.db.DBWritable;

/** Tables of a database as input and output. */
public final class DatabaseJobs {
    private static final String DRIVER = "org.hsqldb.jdbc.JDBCDriver";
    private static final int ROWS = 500;

    private DatabaseJobs() {}

    /** Adds up the second column by the first; the sums go to another table. */
    public static JobCase tables() {
        return JobCase.of(
                "database-tables",
                JobCase.Input.NONE,
                run -> {
                    String url = "jdbc:hsqldb:mem:" + run.output().toUri().getPath().hashCode();
                    try (Connection database = DriverManager.getConnection(url)) {
                        fill(database);
                        Job job = Job.getInstance(run.conf(), "database tables");
                        DBConfiguration.configureDB(job.getConfiguration(), DRIVER, url);
                        DBInputFormat.setInput(
                                job, Row.class, "amounts", null, "id", "id", "amount");
                        job.getConfiguration().setInt("mapreduce.job.maps", 1);
                        job.setMapperClass(ByDigit.class);
                        job.setReducerClass(Sums.class);
                        job.setMapOutputKeyClass(IntWritable.class);
                        job.setMapOutputValueClass(IntWritable.class);
                        job.setNumReduceTasks(2);
                        DBOutputFormat.setOutput(job, "sums", "id", "amount");
                        run.finish(job);
                        show(database, run.output(), run.conf());
                    }
                });
    }

    private static void fill(Connection database) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("create table amounts (id integer primary key, amount integer)");
            statement.execute("create table sums (id integer primary key, amount integer)");
        }
        try (PreparedStatement insert =
                database.prepareStatement("insert into amounts values (?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setInt(2, id * 7 % 101);
                insert.executeUpdate();
            }
        }
    }

    private static void show(
            Connection database, Path output, org.apache.hadoop.conf.Configuration conf)
            throws SQLException, IOException {
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("select * from sums order by id");
                FSDataOutputStream out =
                        output.getFileSystem(conf).create(new Path(output, "sums"))) {
            while (rows.next()) {
                out.writeBytes(rows.getInt(1) + " " + rows.getInt(2) + "\n");
            }
        }
    }

    /** A row of either table. */
    public static final class Row implements DBWritable, Writable {
        private int id;
        private int amount;

        public Row() {}

        Row(int id, int amount) {
            this.id = id;
            this.amount = amount;
        }

        @Override
        public void write(PreparedStatement statement) throws SQLException {
            statement.setInt(1, id);
            statement.setInt(2, amount);
        }

        @Override
        public void readFields(ResultSet row) throws SQLException {
            id = row.getInt(1);
            amount = row.getInt(2);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(id);
            out.writeInt(amount);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            id = in.readInt();
            amount = in.readInt();
        }
    }

    /** The last digit of the number of the row, and its amount. */
    public static final class ByDigit extends Mapper<LongWritable, Row, IntWritable, IntWritable> {
        @Override
        protected void map(LongWritable number, Row row, Context context)
                throws IOException, InterruptedException {
            context.write(new IntWritable(row.id % 10), new IntWritable(row.amount));
        }
    }

    /** Rows of sums. */
    public static final class Sums extends Reducer<IntWritable, IntWritable, Row, NullWritable> {
        @Override
        protected void reduce(IntWritable digit, Iterable<IntWritable> amounts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable amount : amounts) {
                sum += amount.get();
            }
            context.write(new Row(digit.get(), sum), NullWritable.get());
        }
    }
}
