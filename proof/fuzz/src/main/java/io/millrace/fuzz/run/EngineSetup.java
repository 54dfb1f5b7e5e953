package io.millrace.fuzz.run;

import java.util.Map;

/** Memory and threads of Millrace for all jobs of the process. */
public enum EngineSetup {
    AMPLE("256m", "256k", "auto"),
    TINY("1m", "4k", "auto"),
    ONE_THREAD("64m", "64k", "1"),
    MANY_THREADS("64m", "64k", "5");

    private final String memory;
    private final String slab;
    private final String threads;

    EngineSetup(String memory, String slab, String threads) {
        this.memory = memory;
        this.slab = slab;
        this.threads = threads;
    }

    Map<String, String> settings() {
        return Map.of(
                "millrace.memory.max", memory,
                "millrace.memory.slab.size", slab,
                "millrace.map.threads", threads,
                "millrace.sort.threads", threads,
                "millrace.reduce.threads", threads);
    }
}
