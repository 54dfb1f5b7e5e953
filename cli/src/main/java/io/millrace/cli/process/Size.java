package io.millrace.cli.process;

import io.millrace.engine.config.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 256MB}. */
public final class Size implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        long bytes = parsed(text);
        if (bytes < 1) {
            throw new TypeConversionException("'" + text + "' is no size; try 64MB or 1GB");
        }
        return bytes;
    }

    private static long parsed(String text) {
        try {
            return ByteSize.parse(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
