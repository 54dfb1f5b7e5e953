package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Patience;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.secret.GangSecret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/** The second of two workers, in a process with a small heap: receives a message. */
public final class ReceivingWorker {

    private static final Duration TIME = Duration.ofSeconds(60);

    private ReceivingWorker() {}

    /** The gang, its meeting place and the secret. */
    public static void main(String[] arguments) throws Exception {
        MemoryAccount memory =
                new MemoryBudget(1 << 24, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
        TcpMember self =
                new TcpMember(
                        new GangMember(arguments[0], 2, Patience.PLAIN, TIME, memory),
                        1,
                        0,
                        new GangSecret(HexFormat.of().parseHex(arguments[2])),
                        Ports.any("127.0.0.1"),
                        TIME,
                        Medium.SOCKETS);
        try (TcpGang gang = TcpGang.open(self, new LocalMeetingFile(Path.of(arguments[1])))) {
            try (Transport transport = gang.join()) {
                transport.receive(0).close();
            }
        }
    }
}
