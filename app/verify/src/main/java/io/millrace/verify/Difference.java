package io.millrace.verify;

/**
 * A thing in which two runs differ.
 *
 * @param subject the file, counter, group of user counters or job that differs: the same for every
 *     pair of runs
 * @param sentence the difference in words
 */
public record Difference(String subject, String sentence) {

    @Override
    public String toString() {
        return sentence;
    }
}
