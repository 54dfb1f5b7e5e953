package io.millrace.formats.inputcache;

/**
 * What records of a split have in common. Classes are named, since each job has its own of that
 * name.
 *
 * @param keyType name of the class of all keys
 * @param valueType name of the class of all values
 * @param oneKey whether the reader gave one object for all keys; else each has its own, which the
 *     mapper may hold on to
 * @param oneValue the same for values
 * @param emptyAtEnd whether the reader has no key and value any more behind the last record
 */
public record RecordTraits(
        String keyType, String valueType, boolean oneKey, boolean oneValue, boolean emptyAtEnd) {}
