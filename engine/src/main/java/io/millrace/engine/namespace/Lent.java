package io.millrace.engine.namespace;

/**
 * Bytes of a file where they lie, {@code bytes[at, end)}: to be read, and for as long as their
 * reader lends them.
 */
public record Lent(byte[] bytes, int at, int end) {}
