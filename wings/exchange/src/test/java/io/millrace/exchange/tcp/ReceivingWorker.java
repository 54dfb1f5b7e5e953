package io.millrace.exchange.tcp;

import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.wire.WireKind;
import java.nio.file.Path;

/** The second of two workers, in a process with a small heap: receives a message. */
public final class ReceivingWorker {

    private ReceivingWorker() {}

    /** The gang, its meeting place and the secret. */
    public static void main(String[] arguments) throws Exception {
        TcpMember self = SendingWorker.second(arguments[0], arguments[2], WireKind.SOCKETS);
        try (TcpGang gang = TcpGang.open(self, new LocalMeetingFile(Path.of(arguments[1])))) {
            try (Transport transport = gang.join()) {
                transport.receive(0).close();
            }
        }
    }
}
