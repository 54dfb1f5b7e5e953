package io.millrace.formats.config;

import io.millrace.engine.config.Key;

/** The configuration keys of readers and writers. */
public final class FormatKeys {

    public static final Key<Boolean> HANDOVER =
            Key.flag(
                    "millrace.namespace.handover",
                    true,
                    "Whether jobs pass records of uncompressed SequenceFiles to later"
                            + " jobs as serialized bytes, without Hadoop's streams; needs"
                            + " millrace.fast.paths.");

    public static final Key<Boolean> INPUT_CACHE =
            Key.flag(
                    "millrace.input.cache",
                    false,
                    "Whether records that file input formats read are cached in"
                            + " otherwise unused memory, for later jobs of the process that read"
                            + " the same unchanged file with the same code and configuration. Not"
                            + " for formats that read other files besides their split.");

    public static final Key<SortBy> SORT =
            Key.oneOf(
                    "millrace.sort",
                    SortBy.KEYS,
                    "Order of a job's map output keys. With keys: the order of the job's"
                            + " comparator. With fingerprint: by a hash of the key, which is faster"
                            + " for long keys with equal beginnings; for jobs that only group by"
                            + " their keys. A job that needs their order is rejected.");

    private FormatKeys() {}
}
