package io.millrace.bench.exchange;

import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.tcp.Medium;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.ucx.Ucx;
import java.util.concurrent.Callable;

/** The kinds of ways whose ends can be in two processes. */
enum Route {
    SOCKETS(SocketEnd::invite, SocketEnd::join),
    MAPPED(MappedEnd::invite, MappedEnd::join),
    TCP(false, identity -> Medium.SOCKETS),
    TLS(true, identity -> Medium.SOCKETS.with(identity.tls())),
    SHARED(false, identity -> Medium.of(TransportKind.SHARED, null)),
    RDMA(false, identity -> Medium.ucx(Ucx.find()));

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Callable<Invitation> inviting;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Joining joining;

    /** Opens the far end at an address. */
    @FunctionalInterface
    private interface Joining {
        End at(String address) throws Exception;
    }

    /** Makes the medium of a gang's worker. */
    @FunctionalInterface
    interface Media {
        Medium of(GangIdentity identity) throws Exception;
    }

    Route(Callable<Invitation> inviting, Joining joining) {
        this.inviting = inviting;
        this.joining = joining;
    }

    Route(boolean encrypts, Media media) {
        this(
                () -> TransportEnd.invite(media, GangIdentity.make(encrypts)),
                address -> TransportEnd.join(media, address));
    }

    /** Opens both ends, with the far one on another thread or in another process. */
    Way open(int processes) throws Exception {
        Invitation invitation = inviting.call();
        Partner partner =
                processes == 1
                        ? new PartnerThread(() -> join(invitation.address()))
                        : PartnerProcess.start(this, invitation.address());
        return Conversation.open(invitation.near(), partner);
    }

    /** Opens the far end, and waits for the near one. */
    End join(String address) throws Exception {
        return joining.at(address);
    }
}
