package io.millrace.packages;

import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** Tells a person which jars are fetched: large ones take their time. */
final class FetchLog extends AbstractTransferListener {

    @Override
    public void transferSucceeded(TransferEvent event) {
        String name = event.getResource().getResourceName();
        if (name.endsWith(".jar")) {
            System.err.println("millrace: fetched " + name.substring(name.lastIndexOf('/') + 1));
        }
    }
}
