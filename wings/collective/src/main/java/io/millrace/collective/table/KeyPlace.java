package io.millrace.collective.table;

import java.io.IOException;
import java.util.Arrays;

/** Chooses the piece of a key; the same on every worker. */
@FunctionalInterface
public interface KeyPlace {

    int of(byte[] key) throws IOException;

    /** By hash. */
    static KeyPlace byHash(int pieces) {
        return key -> Math.floorMod(Arrays.hashCode(key), pieces);
    }
}
