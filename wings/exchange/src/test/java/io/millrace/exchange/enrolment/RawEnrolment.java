package io.millrace.exchange.enrolment;

import io.millrace.exchange.connection.Address;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A worker's side of its enrolment, on a socket that blocks. */
public final class RawEnrolment {

    private RawEnrolment() {}

    /** Enrols by a call to the coordinator, and waits for the table. */
    public static Table enrol(Socket coordinator, Address listens) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        listens.writeTo(new DataOutputStream(bytes));
        DataOutputStream out = new DataOutputStream(coordinator.getOutputStream());
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        DataInputStream in = new DataInputStream(coordinator.getInputStream());
        Received received = new Received();
        while (received.table == null) {
            byte[] answer = in.readNBytes(in.readInt());
            Answer.pass(new DataInputStream(new ByteArrayInputStream(answer)), received);
        }
        return received.table;
    }

    private static final class Received implements Coordinator.Reply {
        private @Nullable Table table;

        @Override
        public void waiting(List<Integer> missing) {}

        @Override
        public void complete(Table whole) {
            table = whole;
        }

        @Override
        public void refused(String why) {
            throw new AssertionError(why);
        }
    }
}
