package io.millrace.formats.registry;

/** Fills objects of one class from their bytes. */
public interface FieldFiller<T> {

    /**
     * Fills an object from {@code bytes[at, at + length)}; false, and nothing changed, if these are
     * not the bytes that it expects.
     */
    boolean fill(T object, byte[] bytes, int at, int length);
}
