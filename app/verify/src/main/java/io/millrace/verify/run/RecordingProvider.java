package io.millrace.verify.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The framework {@value #FRAMEWORK} of the process of a {@link SideRun}: it hands jobs to the
 * framework that the process was started for, and notes them down when they end. Hadoop's client
 * finds it like any other framework.
 */
public final class RecordingProvider extends ClientProtocolProvider {

    /** The framework name that this provider serves. */
    static final String FRAMEWORK = "millrace-verify";

    /** System property: the framework that runs the jobs. */
    static final String SIDE = "millrace-verify-framework";

    /** System property: whether equal keys are to come in Hadoop's order. */
    static final String HADOOPS_ORDER = "millrace-verify-hadoops-order";

    /** Environment variable, since its value may hold blanks: the directory for the notes. */
    static final String NOTES_VARIABLE = "MILLRACE_VERIFY_NOTES";

    /** Whether this process was started for a {@link SideRun}. */
    public static boolean serves() {
        return System.getProperty(SIDE) != null;
    }

    /** Whether Millrace is the framework that runs the jobs of this process. */
    public static boolean servesMillrace() {
        return Side.MILLRACE.framework().equals(System.getProperty(SIDE));
    }

    /** Whether jobs of this process are to have equal keys in Hadoop's order. */
    public static boolean wantsHadoopsOrder() {
        return Boolean.getBoolean(HADOOPS_ORDER);
    }

    @Override
    public @Nullable ClientProtocol create(Configuration conf) throws IOException {
        String side = System.getProperty(SIDE);
        String notes = System.getenv(NOTES_VARIABLE);
        if (side == null || notes == null || !FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
            return null;
        }
        Configuration served = new Configuration(conf);
        served.set(MRConfig.FRAMEWORK_NAME, side);
        for (ClientProtocolProvider provider : ServiceLoader.load(ClientProtocolProvider.class)) {
            ClientProtocol client =
                    provider instanceof RecordingProvider ? null : provider.create(served);
            if (client != null) {
                return RecordingClient.of(client, Path.of(notes));
            }
        }
        throw new IOException("no provider on the class path serves the framework " + side);
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf) {
        return null;
    }

    @Override
    public void close(ClientProtocol client) throws IOException {
        // Hadoop's own close stops proxies of its RPC, which this client does not have.
    }
}
