package io.millrace.cluster.gang;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.workers.gang.GangCredentials;
import io.millrace.workers.gang.MeetingFile;
import io.millrace.workers.gang.Node;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.Credentials;

/**
 * The facts on which the map tasks of one gang agree.
 *
 * @param gang the gang's configuration, as its map task has it
 * @param id of the gang and of the job that it runs
 * @param directory the directory of the cluster's file system with the job's splits, where the
 *     workers meet
 * @param identity the gang's
 */
record GangTerms(JobConf gang, JobID id, Path directory, GangIdentity identity) {

    private static final String DIRECTORY = "io.millrace.gang.directory";

    /** Writes them into what the client submits. */
    static void prepare(JobConf gang, Path directory, Credentials credentials) throws IOException {
        gang.set(DIRECTORY, directory.toString());
        GangCredentials.add(gang::get, credentials);
    }

    /** Reads them in a map task. */
    static GangTerms of(JobConf gang, org.apache.hadoop.mapreduce.JobID id) throws IOException {
        GangIdentity identity = GangCredentials.of(gang.getCredentials());
        String directory = gang.get(DIRECTORY);
        if (identity == null || directory == null) {
            throw new IOException(
                    "the job "
                            + id
                            + " lacks what makes it a gang; submit it with millrace jar --on gang");
        }
        return new GangTerms(gang, JobID.downgrade(id), new Path(directory), identity);
    }

    int workers() {
        return ClusterKeys.GANG_WORKERS.in(gang::get);
    }

    int slots() {
        return ClusterKeys.GANG_SLOTS.in(gang::get);
    }

    /** How long workers that have containers wait for each other. */
    Duration patience() {
        return Duration.ofSeconds(ClusterKeys.GANG_START_SECONDS.in(gang::get));
    }

    /**
     * Where workers look for the driver. Those of an earlier application master may still run, and
     * have another place.
     */
    MeetingPlace driver() {
        int master = gang.getInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 0);
        return new MeetingFile(gang, new Path(directory, "driver-" + master));
    }

    /**
     * The file by which the workers of a driver find each other.
     *
     * @param attempt of the driver's task
     */
    Path workersFile(int attempt) {
        return new Path(directory, "workers-" + attempt);
    }

    /** Where a task of this node may listen. */
    Ports ports() throws IOException {
        String asked = ExchangeKeys.HOST.in(gang::get);
        return Ports.of(asked.isEmpty() ? Node.host() : asked, ExchangeKeys.PORTS.in(gang::get));
    }
}
