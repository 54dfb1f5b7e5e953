package io.millrace.conformance;

import io.millrace.hadoop.client.MillraceClientProtocolProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Redirects jobs to Millrace that a test sends to Hadoop's local runner by name, or to YARN while
 * it has a mini cluster. Hadoop asks the providers in class path order, and this one comes first.
 * Found by its service file, only in JVMs that run tests.
 */
public final class Redirection extends ClientProtocolProvider {

    /** The framework's name. */
    public static final String MILLRACE = "millrace";

    private static final AtomicInteger CLUSTERS = new AtomicInteger();

    private final MillraceClientProtocolProvider millrace = new MillraceClientProtocolProvider();

    /** Called when a mini cluster has started. */
    public static void clusterStarted() {
        CLUSTERS.incrementAndGet();
    }

    /** Called when a mini cluster has stopped, perhaps without having started. */
    public static void clusterStopped() {
        CLUSTERS.updateAndGet(count -> Math.max(0, count - 1));
    }

    @Override
    public @Nullable ClientProtocol create(Configuration conf) throws IOException {
        String named = conf.getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        boolean elsewhere =
                named.equals(MRConfig.LOCAL_FRAMEWORK_NAME)
                        || (named.equals(MRConfig.YARN_FRAMEWORK_NAME) && CLUSTERS.get() > 0);
        if (!elsewhere) {
            return null;
        }
        Configuration redirected = new Configuration(conf);
        redirected.set(MRConfig.FRAMEWORK_NAME, MILLRACE);
        return millrace.create(redirected);
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf)
            throws IOException {
        return create(conf);
    }

    @Override
    public void close(ClientProtocol client) throws IOException {
        millrace.close(client);
    }
}
