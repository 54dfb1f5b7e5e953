package io.millrace.exchange.wire;

import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.tls.GangTls;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way of the bytes between workers: of the same kind for all workers of a gang. Immutable. */
public final class WireKind {

    /** All bytes go through sockets. */
    public static final WireKind SOCKETS = new WireKind(null, null);

    private static final System.Logger LOG = System.getLogger("io.millrace.exchange");

    /** The means of an epoch; null if workers do not have to agree on any. */
    private final @Nullable Supplier<WireFactory> factory;

    /** Encrypts the bytes that go through sockets; null if they are not encrypted. */
    private final @Nullable GangTls tls;

    private WireKind(@Nullable Supplier<WireFactory> factory, @Nullable GangTls tls) {
        this.factory = factory;
        this.tls = tls;
    }

    /**
     * The medium for a transport. If this process cannot have it, the log says why, and workers use
     * sockets.
     *
     * @param tls encrypts the bytes that leave this machine; null if they are not to be encrypted
     */
    public static WireKind of(TransportKind transport, @Nullable GangTls tls) {
        return switch (transport) {
            case AUTO, TCP -> SOCKETS.with(tls);
            case SHARED -> rings(RingDirectory.ofThisMachine()).with(tls);
            case RDMA -> tls == null ? network() : notEncrypting(tls);
        };
    }

    /** The same, with sockets that TLS encrypts. */
    public WireKind with(@Nullable GangTls other) {
        return new WireKind(factory, other);
    }

    private static WireKind notEncrypting(GangTls tls) {
        LOG.log(
                System.Logger.Level.WARNING,
                "workers use TCP with TLS instead of RDMA, because UCX does not encrypt");
        return SOCKETS.with(tls);
    }

    /** Workers of one machine share memory. */
    public static WireKind rings(RingDirectory directory) {
        return new WireKind(() -> new RingWireFactory(directory), null);
    }

    /** Workers use the network that UCX finds. */
    public static WireKind ucx(Ucx ucx) {
        return new WireKind(() -> UcxWireFactory.of(ucx), null);
    }

    private static WireKind network() {
        try {
            return ucx(Ucx.forNetwork());
        } catch (UcxException e) {
            return without(e.getMessage());
        }
    }

    /** A worker without UCX uses sockets, even if the others have it. The log says why. */
    public static WireKind without(@Nullable String why) {
        warn(why);
        return new WireKind(() -> UcxWireFactory.NONE, null);
    }

    static void warn(@Nullable String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "this worker cannot use RDMA, and uses TCP instead: " + why);
    }

    /** The means for the links of one epoch. */
    public @Nullable WireFactory begin() {
        return factory == null ? null : factory.get();
    }

    /** Encrypts the bytes that go through sockets; null if they are not encrypted. */
    public @Nullable GangTls tls() {
        return tls;
    }
}
