package io.millrace.cli.explain;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a program that is only to be explained from running its jobs on another framework. Hadoop's
 * client asks it before that framework, which comes later on the class path, and takes no exception
 * for an answer; so the process ends.
 */
public final class OtherFrameworks extends ClientProtocolProvider {

    private static final String OURS = "millrace";

    @Override
    public @Nullable ClientProtocol create(Configuration conf) {
        String framework = conf.getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        if (Explainer.plans() && !framework.equals(OURS)) {
            Explainer.refuse(
                    "the program asks for "
                            + MRConfig.FRAMEWORK_NAME
                            + "="
                            + framework
                            + ", and would run its job there; only jobs on millrace can be explained: leave the key unset");
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
