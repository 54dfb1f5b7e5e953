package io.millrace.collective.rendezvous;

import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.local.LocalGang;
import io.millrace.files.process.MillraceProcess;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gangs whose workers are threads of this process. Workers find their gang by a name that all
 * of them know; it exists from the first join until {@link #forget}. Thread-safe.
 */
public final class LocalGangs {

    private final Map<String, LocalGang> gangs = new ConcurrentHashMap<>();

    /** The gangs of a process. */
    public static LocalGangs of(MillraceProcess process) {
        return process.part(LocalGangs.class, none -> new LocalGangs());
    }

    /** The rendezvous of a worker with its gang. */
    public Rendezvous rendezvous(int rank, GangMember worker) {
        LocalGang gang =
                gangs.computeIfAbsent(worker.gang(), name -> new LocalGang(name, worker.size()));
        return () -> gang.join(rank, worker);
    }

    /** Forgets a gang whose workers will not return; ends it for workers that are still in it. */
    public void forget(String name) {
        LocalGang gang = gangs.remove(name);
        if (gang != null) {
            gang.end();
        }
    }
}
