package io.millrace.collective.rendezvous;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tcp.TcpMember;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.wire.WireKind;
import io.millrace.files.process.MillraceProcess;
import io.millrace.workers.gang.GangCredentials;
import io.millrace.workers.gang.MeetingFile;
import io.millrace.workers.gang.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Connects workers by TCP, whichever processes and machines their tasks run in. They find the first
 * worker by a file in the loop's directory; the secret of the gang is in the job's credentials.
 */
public final class ByNetwork implements RendezvousProvider {

    /** The key of the file in which the first worker says where it listens. */
    private static final String PLACE = "io.millrace.collective.meeting.place";

    @Override
    public Optional<String> obstacle(Settings job) {
        return Optional.empty();
    }

    @Override
    public void prepare(Job job, Path directory) throws IOException {
        job.getConfiguration().set(PLACE, new Path(directory, "coordinator").toString());
        GangCredentials.add(job.getConfiguration()::get, job.getCredentials());
    }

    @Override
    public Rendezvous rendezvous(
            MillraceProcess process, GangMember worker, int rank, TaskAttemptContext task)
            throws IOException {
        Configuration conf = task.getConfiguration();
        GangIdentity identity = GangCredentials.of(task.getCredentials());
        String place = conf.get(PLACE);
        if (identity == null || place == null) {
            throw new IOException(
                    "the credentials of "
                            + task.getJobID()
                            + " lack the secret of its gang; submit the loop with IterativeJob");
        }
        TcpMember self =
                new TcpMember(
                        worker,
                        rank,
                        task.getTaskAttemptID().getId(),
                        identity.secret(),
                        Ports.of(host(conf), ExchangeKeys.PORTS.in(conf::get)),
                        Duration.ofSeconds(ExchangeKeys.SILENCE_SECONDS.in(conf::get)),
                        WireKind.of(ExchangeKeys.TRANSPORT.in(conf::get), identity.tls()));
        return TcpGang.open(self, new MeetingFile(conf, new Path(place)));
    }

    private static String host(Configuration conf) throws IOException {
        String asked = ExchangeKeys.HOST.in(conf::get);
        if (!asked.isEmpty()) {
            return asked;
        }
        if (InProcess.onThisMachine(conf::get)) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
        return Node.host();
    }

    @Override
    public void forget(MillraceProcess process, String gang) {
        // Its file is in the loop's directory, which the loop deletes.
    }
}
