package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.engine.config.ByteSize;

/** Reads what stands after {@code --size}. */
final class SizeOption {

    private SizeOption() {}

    static long bytes(String size) throws WrongUseException {
        try {
            return ByteSize.parse(size);
        } catch (NumberFormatException e) {
            throw new WrongUseException(
                    "--size is " + size + ", which is not a valid size; try 64MB or 1GB");
        }
    }
}
