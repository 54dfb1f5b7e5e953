package io.millrace.workloads.input;

import java.util.SplittableRandom;

/** Random numbers for each of many parts of one input. */
final class Seeds {

    private Seeds() {}

    static SplittableRandom random(long seed, long part) {
        return new SplittableRandom(scattered(seed, part));
    }

    /**
     * A seed for each part, mixed well: seeds at a fixed distance can give the same random numbers,
     * shifted, and then all parts would be the same text.
     */
    static long scattered(long seed, long part) {
        long mixed = new SplittableRandom(seed).nextLong() + part;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        return mixed ^ (mixed >>> 32);
    }
}
