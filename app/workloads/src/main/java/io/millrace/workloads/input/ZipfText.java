package io.millrace.workloads.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * Lines of words whose frequencies follow Zipf's law (exponent 1), as in real text, with exactly
 * the requested number of bytes. Immutable.
 */
final class ZipfText implements GeneratedInput {

    /** The default number of distinct words. */
    static final int DEFAULT_WORDS = 150_000;

    static final int BLOCK_BYTES = 4 << 20;

    private static final int MIN_LINE_WORDS = 8;
    private static final int LINE_WORDS_RANGE = 8;
    private static final byte[] FILLER = "onceuponatimeago".getBytes(US_ASCII);

    private final long bytes;
    private final long seed;
    private final Vocabulary vocabulary;
    private final ZipfRanks ranks;

    /** Text of {@code words} distinct words; if it is short, not all of them appear. */
    ZipfText(long bytes, long seed, int words) {
        this.bytes = bytes;
        this.seed = seed;
        vocabulary = new Vocabulary(seed, words);
        ranks = new ZipfRanks(words, 1);
    }

    /** Text of {@link #DEFAULT_WORDS} distinct words. */
    ZipfText(long bytes, long seed) {
        this(bytes, seed, DEFAULT_WORDS);
    }

    @Override
    public long blocks() {
        return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }

    @Override
    public void fill(long block, LineBuffer out) {
        int size = (int) Math.min(BLOCK_BYTES, bytes - block * BLOCK_BYTES);
        byte[] target = out.withRoomFor(size);
        int position = out.length();
        int end = position + size;
        SplittableRandom random = Seeds.random(seed, block);
        int wordsLeft = 0;
        while (end - position > Vocabulary.SLOT_BYTES) {
            long bits = random.nextLong();
            position = vocabulary.copy(ranks.rank(bits), target, position);
            if (wordsLeft == 0) {
                wordsLeft = MIN_LINE_WORDS + random.nextInt(LINE_WORDS_RANGE);
            }
            if (--wordsLeft == 0) {
                target[position - 1] = '\n';
            }
        }
        System.arraycopy(FILLER, 0, target, position, end - position);
        target[end - 1] = '\n';
        out.endAt(end);
    }
}
