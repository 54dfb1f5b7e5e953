package io.millrace.formats.registry;

/** Fills objects of one class from their bytes. */
public interface FieldFiller<T> {

    /**
     * Fills an object from {@code bytes[at, at + length)}; false, without changes, if it does not
     * recognize the bytes.
     */
    boolean fill(T object, byte[] bytes, int at, int length);
}
