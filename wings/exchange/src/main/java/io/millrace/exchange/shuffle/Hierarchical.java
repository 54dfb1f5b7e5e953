package io.millrace.exchange.shuffle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Sends the parts for the workers of another machine in one bundle, to one of them, which hands on
 * those of the others. Workers of its own machine, and one that is alone on its machine or the only
 * one there without its part, get their parts directly. Each worker begins with the next machine,
 * and the workers of a machine take turns at the bundles that come to it, so that no link and no
 * worker has more than its share.
 *
 * <p>The receipt of a bundle says that all of its parts are with their workers, so a bundle whose
 * receipt does not come is like a part that is lost.
 */
final class Hierarchical implements SendOrder {

    private final Machines machines;

    /** This worker's machine. */
    private final int own;

    /** This worker's place among those of its machine. */
    private final int place;

    Hierarchical(int rank, Machines machines) {
        this.machines = machines;
        this.own = machines.of(rank);
        this.place = machines.workers().get(own).indexOf(rank);
    }

    @Override
    public void deliver(List<Peer> peers, OutputBlock block, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        List<List<Integer>> bundles = bundles(left);
        for (List<Integer> bundle : bundles) {
            Peer first = peers.get(bundle.get(0));
            if (bundle.size() == 1) {
                first.send(block, parts);
            } else {
                first.sendBundle(block, new Bundle(bundle, parts));
            }
        }
        for (List<Integer> bundle : bundles) {
            peers.get(bundle.get(0)).awaitReceipt(block);
            bundle.forEach(left::clear);
        }
    }

    /**
     * The workers that get their parts together, each time the one that hands them on first.
     *
     * @param left the workers that need a part
     */
    List<List<Integer>> bundles(BitSet left) {
        List<List<Integer>> bundles = new ArrayList<>();
        for (int step = 1; step < machines.count(); step++) {
            List<Integer> there =
                    new ArrayList<>(machines.on((own + step) % machines.count(), left));
            if (!there.isEmpty()) {
                // The sum differs for workers of one machine, and for single workers of several.
                Collections.rotate(there, -((own + place) % there.size()));
                bundles.add(there);
            }
        }
        List<Integer> here = new ArrayList<>(machines.workers().get(own));
        Collections.rotate(here, -(place + 1)); // the next one first, and this worker last
        here.stream().filter(left::get).map(List::of).forEach(bundles::add);
        return bundles;
    }
}
