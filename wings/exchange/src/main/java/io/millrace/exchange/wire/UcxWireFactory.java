package io.millrace.exchange.wire;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxEndpoint;
import io.millrace.exchange.ucx.UcxException;
import io.millrace.exchange.ucx.UcxWorker;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A worker of UCX for the links of one epoch: UCX numbers the streams between two of its workers in
 * the order in which each side makes them, so a stream that only one side made in an epoch before
 * must not count. A half is the worker's address. Used by the reactor's handlers, by one thread at
 * a time.
 */
final class UcxWireFactory implements WireFactory {

    /** For a worker without UCX, whose gang may have it. */
    static final WireFactory NONE =
            new WireFactory() {
                @Override
                public @Nullable Half offer(SocketChannel channel) {
                    return null;
                }

                @Override
                public @Nullable Half accept(byte[] offer) {
                    return null;
                }
            };

    private final UcxWorker worker;
    private final byte[] address;
    private boolean warned;

    private UcxWireFactory(UcxWorker worker, byte[] address) {
        this.worker = worker;
        this.address = address;
    }

    /** The means of an epoch; none if UCX fails, which the log says. */
    static WireFactory of(Ucx ucx) {
        try {
            UcxWorker worker = ucx.worker();
            byte[] address = worker.address();
            if (address.length <= Parcel.MAX_BYTES) {
                return new UcxWireFactory(worker, address);
            }
            worker.close();
            WireKind.warn("it has too many networks; name some of them in UCX_NET_DEVICES");
        } catch (UcxException e) {
            WireKind.warn(e.getMessage());
        }
        return NONE;
    }

    private final class End implements Half {

        private @Nullable UcxEndpoint endpoint;

        @Override
        public byte[] bytes() {
            return address;
        }

        @Override
        public boolean join(byte[] other) {
            try {
                endpoint = worker.connect(other);
                return true;
            } catch (UcxException e) {
                if (!warned) {
                    warned = true;
                    WireKind.warn(e.getMessage());
                }
                return false;
            }
        }

        @Override
        public Wire wire(SocketChannel channel, Reactor reactor) {
            UcxEndpoint its = endpoint;
            if (its == null) {
                throw new IllegalStateException("the halves were not joined");
            }
            endpoint = null;
            return new UcxWire(channel, reactor, its);
        }

        @Override
        public void close() {
            if (endpoint != null) {
                endpoint.close();
                endpoint = null;
            }
        }
    }

    @Override
    public Half offer(SocketChannel channel) {
        return new End();
    }

    @Override
    public @Nullable Half accept(byte[] offer) {
        End end = new End();
        return end.join(offer) ? end : null;
    }

    @Override
    public void close() {
        worker.close();
    }
}
