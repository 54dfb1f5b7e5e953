package io.millrace.engine.sort;

/** Compares the keys of two records by their addresses: what decides where prefixes do not. */
@FunctionalInterface
public interface TieOrder {

    int compareKeys(int leftAddress, int rightAddress);
}
