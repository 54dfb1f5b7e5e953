package io.millrace.formats.inputcache;

/**
 * Common properties of a split's records. Classes are given by name, because each job may have its
 * own class of that name.
 *
 * @param keyType name of the class of all keys
 * @param valueType name of the class of all values
 * @param oneKey whether the reader returned one object for all keys; otherwise each key is a new
 *     object, which the mapper may keep
 * @param oneValue the same for values
 * @param emptyAtEnd whether the reader returns no key and value after the last record
 */
public record RecordTraits(
        String keyType, String valueType, boolean oneKey, boolean oneValue, boolean emptyAtEnd) {}
