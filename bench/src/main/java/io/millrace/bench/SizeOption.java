package io.millrace.bench;

import io.millrace.bench.job.BenchException;
import io.millrace.engine.config.ByteSize;

/** Reads what stands after {@code --size}. */
final class SizeOption {

    private SizeOption() {}

    static long bytes(String size) throws BenchException {
        try {
            return ByteSize.parse(size);
        } catch (NumberFormatException e) {
            throw new BenchException("--size is " + size + "; try 64MB or 1GB", e);
        }
    }
}
