package io.millrace.hadoop.client;

import io.millrace.files.process.MillraceProcess;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/** Gives clients of a second process in this JVM, to who asks for that framework. */
public final class OtherProcessProvider extends ClientProtocolProvider {

    /** The framework. */
    public static final String NAME = "millrace-other";

    private static volatile @Nullable MillraceProcess process;

    /** Which process clients are for, from now on; null for none. */
    public static void serve(@Nullable MillraceProcess other) {
        process = other;
    }

    @Override
    public @Nullable ClientProtocol create(Configuration conf) {
        MillraceProcess known = process;
        return known != null && NAME.equals(conf.get("mapreduce.framework.name"))
                ? MillraceClient.open(known, conf)
                : null;
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf) {
        return create(conf);
    }

    @Override
    public void close(ClientProtocol client) {
        // The process ends without it.
    }
}
