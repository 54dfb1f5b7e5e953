package io.millrace.engine.trace;

/**
 * The phases of an attempt that runs in another process. The phases that the process reports are
 * traced; if it reports none, for instance because it died, the whole time counts as the attempt's
 * main phase. Used by the thread that waits for the attempt. The flight recorder has the phases in
 * the other process.
 */
public final class ForeignPhases {

    private final Trace trace;
    private final Phase main;
    private final String who;
    private String slot = Thread.currentThread().getName();
    private final long startNanos = System.nanoTime();
    private boolean told;

    ForeignPhases(Trace trace, Phase main, String who) {
        this.trace = trace;
        this.main = main;
        this.who = who;
    }

    /**
     * Says in which slot of the other process the attempt runs. The calling thread, which waits for
     * it, has the slot's name from now on.
     */
    public void runsIn(String name) {
        Thread.currentThread().setName(name);
        slot = name;
        trace.runsIn(who, name);
    }

    /** Adds the work that the other process has just reported. */
    public void tell(ForeignWork work) {
        long nowNanos = System.nanoTime();
        for (ForeignSpan foreign : work.spans()) {
            trace.add(foreign.here(who, slot, startNanos, nowNanos));
            told = true;
            if (foreign.phase() == main) {
                trace.handled(who, foreign.volume());
            }
        }
        String process = slot.substring(0, Math.max(0, slot.lastIndexOf('/')));
        work.rounds().forEach(round -> round.addTo(trace, process, nowNanos));
    }

    /** Called when the other process has ended its work, or is gone. */
    public void end() {
        if (!told) {
            Interval interval = new Interval(startNanos, System.nanoTime());
            trace.add(Span.whole(main, who, slot, interval, Volume.NONE));
        }
    }
}
