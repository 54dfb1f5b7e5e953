package io.millrace.engine.sort;

/** Compares the keys of two records by their addresses, if prefixes do not decide. */
public interface TieOrder {

    /** Compares addresses only. */
    TieOrder BY_ADDRESS =
            new TieOrder() {
                @Override
                public int compareKeys(int leftAddress, int rightAddress) {
                    return 0;
                }

                @Override
                public boolean prefixDecides(long prefix) {
                    return true;
                }
            };

    int compareKeys(int leftAddress, int rightAddress);

    /** Whether all keys with this prefix are equal. */
    boolean prefixDecides(long prefix);
}
