package io.millrace.collective.loop;

import static java.util.Objects.requireNonNull;

import io.millrace.collective.data.DynamicData;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.workers.gang.GangCredentials;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * One of its map tasks ends its process, once, after the first iteration. All fail if messages are
 * to be encrypted, and the gang has no certificate.
 */
public final class DyingWorker extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

    /** The key of the map task. */
    static final String VICTIM = "test.victim";

    /** The key of a file that says that it has done so. */
    static final String MARK = "test.mark";

    private long before;

    @Override
    protected void setup(Context context) throws IOException {
        DynamicData data = DynamicData.of(context);
        before = data.find(new IntWritable(0)) instanceof LongWritable sum ? sum.get() : 0;
        Configuration conf = context.getConfiguration();
        if (conf.getBoolean(ExchangeKeys.TLS.name(), false)) {
            GangIdentity identity = requireNonNull(GangCredentials.of(context.getCredentials()));
            requireNonNull(identity.tls(), "a gang that encrypts has a certificate");
        }
        int map = context.getTaskAttemptID().getTaskID().getId();
        if (before > 0 && map == conf.getInt(VICTIM, -1)) {
            try {
                Files.createFile(Path.of(conf.get(MARK)));
                Runtime.getRuntime().halt(1);
            } catch (FileAlreadyExistsException e) {
                // Its next attempt goes on.
            }
        }
    }

    @Override
    protected void map(LongWritable at, Text line, Context context)
            throws IOException, InterruptedException {
        context.write(new IntWritable(0), new LongWritable(1 + before % line.getLength()));
    }
}
