package io.millrace.cluster.gang;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/** Gives tests a gang for jobs that ask for it. */
public final class GangProvider extends ClientProtocolProvider {

    static final String ASKED = "test.gang";

    @Override
    public @Nullable ClientProtocol create(Configuration conf) {
        return conf.getBoolean(ASKED, false)
                        && MRConfig.YARN_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME))
                ? new GangClient(conf)
                : null;
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf) {
        return create(conf);
    }

    @Override
    public void close(ClientProtocol client) {}
}
