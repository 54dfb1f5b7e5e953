package io.millrace.packages;

import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** Prints which jars are fetched, because large ones take time. */
final class FetchLog extends AbstractTransferListener {

    @Override
    public void transferSucceeded(TransferEvent event) {
        String name = event.getResource().getResourceName();
        if (name.endsWith(".jar")) {
            System.err.println("millrace: fetched " + name.substring(name.lastIndexOf('/') + 1));
        }
    }
}
