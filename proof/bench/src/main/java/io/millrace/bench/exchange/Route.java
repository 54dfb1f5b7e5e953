package io.millrace.bench.exchange;

import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.wire.WireKind;

/** The kinds of ways whose ends can be in two processes. */
enum Route {
    SOCKETS(SocketEnd::invite, (host, address) -> SocketEnd.join(address)),
    MAPPED(host -> MappedEnd.invite(), (host, file) -> MappedEnd.join(file)),
    TCP(false, identity -> WireKind.SOCKETS),
    TLS(true, identity -> WireKind.SOCKETS.with(identity.tls())),
    SHARED(false, identity -> WireKind.of(TransportKind.SHARED, null)),
    RDMA(false, identity -> WireKind.ucx(Ucx.find()));

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Inviting inviting;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Joining joining;

    /** Lets the near end listen at a host. */
    @FunctionalInterface
    private interface Inviting {
        Invitation at(String host) throws Exception;
    }

    /** Opens the far end, at a host, and meets the near one at its address. */
    @FunctionalInterface
    private interface Joining {
        End at(String host, String address) throws Exception;
    }

    /** Makes the medium of a gang's worker. */
    @FunctionalInterface
    interface Media {
        WireKind of(GangIdentity identity) throws Exception;
    }

    Route(Inviting inviting, Joining joining) {
        this.inviting = inviting;
        this.joining = joining;
    }

    Route(boolean encrypts, Media media) {
        this(
                host -> TransportEnd.invite(media, host, GangIdentity.make(encrypts)),
                (host, address) -> TransportEnd.join(media, host, address));
    }

    /** Opens both ends. */
    Way open(Site site) throws Exception {
        Invitation invitation = inviting.at(site.near());
        return Conversation.open(invitation.near(), site.join(this, invitation.address()));
    }

    /** Opens the far end, which may listen at a host, and waits for the near one. */
    End join(String host, String address) throws Exception {
        return joining.at(host, address);
    }
}
