package io.millrace.collective.transport;

import io.millrace.files.process.MillraceProcess;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gangs whose workers are threads of this process. Workers find theirs by a name that all of
 * them know; it is there from the first join until {@link #forget}. Thread-safe.
 */
public final class LocalGangs {

    private final Map<String, LocalGang> gangs = new ConcurrentHashMap<>();

    /** Those of a process. */
    public static LocalGangs of(MillraceProcess process) {
        return process.part(LocalGangs.class, none -> new LocalGangs());
    }

    /** Where a worker meets the others of its gang. */
    public Rendezvous rendezvous(GangMember worker) {
        LocalGang gang =
                gangs.computeIfAbsent(worker.gang(), name -> new LocalGang(name, worker.size()));
        return rank -> gang.join(rank, worker);
    }

    /** Forgets a gang whose workers will not come again; whoever is in it still, is broken out. */
    public void forget(String name) {
        LocalGang gang = gangs.remove(name);
        if (gang != null) {
            gang.end();
        }
    }
}
