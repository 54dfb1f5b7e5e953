package io.millrace.engine.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Memory over time in a bounded number of samples: at the limit, every second sample is dropped,
 * and the sampling rate is halved. Guarded by the trace's lock.
 */
final class MemoryLine {

    private static final int MAX_SAMPLES = 2000;

    private final List<MemorySample> samples = new ArrayList<>();
    private long offered;
    private long step = 1;

    void offer(MemorySample sample) {
        if (offered++ % step != 0) {
            return;
        }
        samples.add(sample);
        if (samples.size() == MAX_SAMPLES) {
            for (int i = 0; i < MAX_SAMPLES / 2; i++) {
                samples.set(i, samples.get(2 * i));
            }
            samples.subList(MAX_SAMPLES / 2, MAX_SAMPLES).clear();
            step *= 2;
        }
    }

    List<MemorySample> samples() {
        return List.copyOf(samples);
    }
}
