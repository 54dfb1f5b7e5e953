package io.millrace.cli.cluster;

import io.millrace.engine.config.NearestName;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Rejects jobs whose framework has nearly the name of a known one. Hadoop's client asks it before
 * it says that no framework serves the job, and would only advise to check the configuration. Names
 * that are not like a known one may be those of frameworks that come later on the class path.
 */
public final class MisspeltFramework extends ClientProtocolProvider {

    private static final Set<String> KNOWN =
            Set.of("millrace", MRConfig.YARN_FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);

    @Override
    public @Nullable ClientProtocol create(Configuration conf) {
        String framework = conf.getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        if (!KNOWN.contains(framework)) {
            Optional<String> meant = NearestName.misspelt(framework, KNOWN);
            if (meant.isPresent()) {
                throw new RejectedFrameworkError(
                        MRConfig.FRAMEWORK_NAME
                                + " is "
                                + framework
                                + ", which is not a framework; did you mean "
                                + meant.get()
                                + "?");
            }
        }
        return null;
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf) {
        return create(conf);
    }

    @Override
    public void close(ClientProtocol client) {}
}
