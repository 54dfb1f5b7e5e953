package io.millrace.engine.namespace;

/**
 * Bytes of a file in place, {@code bytes[at, end)}: read-only, and valid for as long as their
 * reader lends them.
 */
public record Lent(byte[] bytes, int at, int end) {}
