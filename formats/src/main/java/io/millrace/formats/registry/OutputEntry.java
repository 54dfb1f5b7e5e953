package io.millrace.formats.registry;

/**
 * What writes in place of an output format.
 *
 * @param format exactly the format's class, of either API
 */
public record OutputEntry(Class<?> format, FileWriters writers) {}
