package io.millrace.apps.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * Lines of words whose frequency falls with their rank as Zipf's law says (exponent 1), as in real
 * text. The text is made of blocks that depend on nothing but seed, block number and length, so
 * that blocks can be written by many threads and still give the same file. Immutable.
 */
public final class ZipfText {

    /** Distinct words, unless told otherwise. */
    public static final int DEFAULT_WORDS = 150_000;

    static final int BLOCK_BYTES = 4 << 20;

    private static final int MIN_LINE_WORDS = 8;
    private static final int LINE_WORDS_RANGE = 8;
    private static final byte[] FILLER = "onceuponatimeago".getBytes(US_ASCII);

    private final long seed;
    private final Vocabulary vocabulary;
    private final ZipfRanks ranks;

    /**
     * Text of {@code words} distinct words; it is long enough for all of them to appear, or it is
     * not.
     */
    public ZipfText(long seed, int words) {
        this.seed = seed;
        vocabulary = new Vocabulary(seed, words);
        ranks = new ZipfRanks(words);
    }

    /** Text of {@link #DEFAULT_WORDS} distinct words. */
    public ZipfText(long seed) {
        this(seed, DEFAULT_WORDS);
    }

    /** The word of a rank, 0 being the most frequent. */
    public String word(int rank) {
        return vocabulary.word(rank);
    }

    /** Fills the first {@code length} bytes of {@code block} with whole lines. */
    void fill(long blockNumber, byte[] block, int length) {
        SplittableRandom random = new SplittableRandom(scattered(seed, blockNumber));
        int position = 0;
        int wordsLeft = 0;
        while (length - position > Vocabulary.SLOT_BYTES) {
            long bits = random.nextLong();
            position = vocabulary.copy(ranks.rank(bits), block, position);
            if (wordsLeft == 0) {
                wordsLeft = MIN_LINE_WORDS + random.nextInt(LINE_WORDS_RANGE);
            }
            if (--wordsLeft == 0) {
                block[position - 1] = '\n';
            }
        }
        System.arraycopy(FILLER, 0, block, position, length - position);
        block[length - 1] = '\n';
    }

    /**
     * A seed for each block. Mixed well: seeds a fixed distance apart can give the same random
     * numbers, shifted, and then all blocks would be one text.
     */
    private static long scattered(long seed, long blockNumber) {
        long mixed = new SplittableRandom(seed).nextLong() + blockNumber;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        return mixed ^ (mixed >>> 32);
    }

    /**
     * Writes a file of exactly {@code bytes} bytes with {@code threads} threads; it appears under
     * its name when it is whole.
     *
     * @throws IOException naming the file, if it cannot be written
     * @throws InterruptedException if the calling thread is interrupted; nothing is left behind
     */
    public void write(Path file, long bytes, int threads) throws IOException, InterruptedException {
        Path unfinished =
                file.resolveSibling(
                        "." + file.getFileName() + ".unfinished-" + ProcessHandle.current().pid());
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                new ParallelBlocks(bytes, BLOCK_BYTES)
                        .forEach(
                                threads,
                                (number, position, length, buffer) -> {
                                    fill(number, buffer, length);
                                    ByteBuffer left = ByteBuffer.wrap(buffer, 0, length);
                                    while (left.hasRemaining()) {
                                        channel.write(left, position + left.position());
                                    }
                                });
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write " + bytes + " bytes of text to " + file + ": " + e.getMessage(),
                    e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
