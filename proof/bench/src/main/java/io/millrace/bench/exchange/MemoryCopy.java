package io.millrace.bench.exchange;

/** Copies of arrays on one thread: a lower bound for workers that share their memory. */
final class MemoryCopy implements Way {

    private final byte[] near = new byte[End.MAX_BYTES];
    private final byte[] far = new byte[End.MAX_BYTES];

    @Override
    public long run(Talk talk, int bytes, int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            System.arraycopy(near, 0, far, 0, bytes);
            if (talk == Talk.ROUND_TRIPS) {
                System.arraycopy(far, 0, near, 0, bytes);
            }
        }
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
