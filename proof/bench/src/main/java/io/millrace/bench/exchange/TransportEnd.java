package io.millrace.bench.exchange;

import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.local.LocalGang;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tls.GangIdentity;
import java.io.IOException;
import java.util.Objects;

/** A worker that sends messages to one other. Each is written to memory of the budget first. */
final class TransportEnd implements End {

    private static final int WORKERS = 2;

    private final Rendezvous gang;
    private final Transport transport;
    private final int other;
    private final byte[] content = new byte[MAX_BYTES];

    private TransportEnd(Rendezvous gang, Transport transport) {
        this.gang = gang;
        this.transport = transport;
        this.other = 1 - transport.rank();
    }

    /** Two workers of this process that exchange messages through memory. */
    static Way inMemory() throws Exception {
        LocalGang gang = new LocalGang(Gang.NAME, WORKERS);
        GangMember member = Gang.member(WORKERS);
        return Conversation.open(
                () -> meet(() -> gang.join(0, member)),
                new PartnerThread(() -> meet(() -> gang.join(1, member))));
    }

    /** Lets the first worker of a gang listen at a host. */
    static Invitation invite(Route.Media media, String host, GangIdentity identity)
            throws Exception {
        Notice notice = new Notice();
        TcpGang gang =
                TcpGang.open(
                        Gang.member(WORKERS, 0, host, identity.secret(), media.of(identity)),
                        notice);
        byte[] published = Objects.requireNonNull(notice.read(), "the first worker publishes one");
        return new Invitation(new GangAddress(published, identity).text(), () -> meet(gang));
    }

    static End join(Route.Media media, String host, String text) throws Exception {
        GangAddress address = GangAddress.of(text);
        GangIdentity identity = address.identity();
        Notice notice = new Notice();
        notice.publish(address.notice());
        return meet(
                TcpGang.open(
                        Gang.member(WORKERS, 1, host, identity.secret(), media.of(identity)),
                        notice));
    }

    private static End meet(Rendezvous gang) throws IOException, InterruptedException {
        boolean met = false;
        try {
            End end = new TransportEnd(gang, gang.join());
            met = true;
            return end;
        } finally {
            if (!met) {
                gang.close();
            }
        }
    }

    @Override
    public void send(int bytes) throws IOException, InterruptedException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            out.write(content, 0, bytes);
            transport.send(other, out.finish());
        }
    }

    @Override
    public void receive(int bytes) throws IOException, InterruptedException {
        try (Message message = transport.receive(other)) {
            if (message.length() != bytes) {
                throw new IOException(
                        "a message of "
                                + message.length()
                                + " bytes has arrived instead of one of "
                                + bytes);
            }
        }
    }

    @Override
    public void close() {
        transport.close();
        gang.close();
    }
}
