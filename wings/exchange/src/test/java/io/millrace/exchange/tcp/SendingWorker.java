package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import io.millrace.exchange.wire.WireKind;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/** The second of two workers, in its own process: sends messages until it is killed. */
public final class SendingWorker {

    /** Length of each message. */
    static final int BYTES = 20_000_000;

    private static final String TLS = "tls:";
    private static final Duration TIME = Duration.ofSeconds(60);

    private SendingWorker() {}

    /** The gang, its meeting place, the medium and the secret. */
    public static void main(String[] arguments) throws Exception {
        TcpMember self = second(arguments[0], arguments[3], wireKind(arguments[2]));
        MeetingPlace place = new LocalMeetingFile(Path.of(arguments[1]).resolve("notice"));
        try (TcpGang gang = TcpGang.open(self, place)) {
            Transport transport = gang.join();
            while (true) {
                try (MessageWriter out = new MessageWriter(self.member().memory())) {
                    out.write(new byte[BYTES]);
                    transport.send(0, out.finish());
                }
            }
        }
    }

    /** The second worker of a gang of two, whose secret is in hexadecimal digits. */
    static TcpMember second(String gang, String secret, WireKind wireKind) {
        MemoryAccount memory =
                new MemoryBudget(1 << 24, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
        return new TcpMember(
                new GangMember(gang, 2, WaitPolicy.PLAIN, TIME, memory),
                1,
                0,
                new SharedSecret(HexFormat.of().parseHex(secret)),
                Ports.any("127.0.0.1"),
                TIME,
                wireKind);
    }

    private static WireKind wireKind(String name) throws IOException, UcxException {
        if (name.startsWith(TLS)) {
            byte[] bytes = HexFormat.of().parseHex(name.substring(TLS.length()));
            GangIdentity identity =
                    GangIdentity.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
            return WireKind.SOCKETS.with(identity.tls());
        }
        return switch (name) {
            case "sockets" -> WireKind.SOCKETS;
            case "ucx" -> WireKind.ucx(Ucx.find());
            default ->
                    WireKind.rings(
                            new RingDirectory(Path.of(name.substring(name.indexOf(':') + 1))));
        };
    }
}
