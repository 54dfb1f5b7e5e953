package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.wire.WireKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTest {

    private static final String GANG = "gang";
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Just less than the heap may have, which has other objects, too. */
    private static final int MESSAGE_BYTES = 64_000_000;

    @TempDir Path directory;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final SharedSecret secret = SharedSecret.random();

    /** Its sender would wait forever for leave to send it. */
    @Test
    void aMessageThatDoesNotFitIntoTheHeapOfItsReceiverBreaksTheGang() throws Exception {
        Path notice = directory.resolve("notice");
        Process receiver =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx64m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ReceivingWorker.class.getName(),
                                GANG,
                                notice.toString(),
                                HexFormat.of().formatHex(secret.bytes()))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        TcpMember self =
                new TcpMember(
                        new GangMember(GANG, 2, WaitPolicy.PLAIN, LONG, memory),
                        0,
                        0,
                        secret,
                        Ports.any("127.0.0.1"),
                        LONG,
                        WireKind.SOCKETS);
        try (TcpGang gang = TcpGang.open(self, new LocalMeetingFile(notice));
                Transport transport = gang.join()) {
            try (MessageWriter out = new MessageWriter(memory)) {
                out.write(new byte[MESSAGE_BYTES]);
                transport.send(1, out.finish());
            }
            assertThatThrownBy(() -> transport.receive(1)).isInstanceOf(GangBrokenException.class);
        } finally {
            receiver.destroyForcibly().waitFor();
        }
        assertThat(memory.heldBytes()).isZero();
    }
}
