package io.millrace.exchange.shuffle;

import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.shuffle.Note.Kind;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.List;

/**
 * Takes what comes in. This worker's parts stay; bundles are taken apart, and the parts of others
 * are handed on to their workers, while the rest of the bundle comes.
 *
 * <p>The thread that receives a bundle may wait for leave to send to a worker of this machine. No
 * wait depends on it: a bundle comes from another machine, so the threads that receive from workers
 * of this machine never send.
 *
 * @param rank this worker's number
 * @param peers all workers, by rank
 */
record Relay(int rank, PartReceiver receiver, List<Peer> peers) {

    /**
     * Reads a part or a bundle.
     *
     * @param note its first one
     * @param receipt told of the answers of all workers, before or after this returns
     */
    void take(Note note, DataInputStream in, Receipt receipt) throws IOException {
        if (note.kind() == Kind.BUNDLE) {
            takeApart(note.block(), in, receipt);
        } else {
            receipt.expect();
            receipt.answered(keep(note.block(), in));
        }
    }

    private void takeApart(OutputBlock block, DataInputStream bundle, Receipt receipt)
            throws IOException {
        for (int left = bundle.readInt(); left > 0; left--) {
            int to = bundle.readInt();
            SectionInput section = new SectionInput(bundle);
            receipt.expect();
            if (to == rank) {
                String refusal = keep(block, section);
                section.skipRest();
                receipt.answered(refusal);
            } else {
                peers.get(to).relay(block, section, receipt::answered);
            }
        }
    }

    /** Keeps this worker's part; returns why it cannot, or nothing. */
    private String keep(OutputBlock block, InputStream part) throws IOException {
        try {
            receiver.take(block, new DataInputStream(part));
            return "";
        } catch (GangBrokenException | InterruptedIOException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            return RefusedPartException.message(rank, e);
        }
    }
}
