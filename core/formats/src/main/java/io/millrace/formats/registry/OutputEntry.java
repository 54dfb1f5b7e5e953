package io.millrace.formats.registry;

/**
 * The writers that replace those of an output format.
 *
 * @param format exactly the format's class, of either API
 */
public record OutputEntry(Class<?> format, FileWriters writers) {}
