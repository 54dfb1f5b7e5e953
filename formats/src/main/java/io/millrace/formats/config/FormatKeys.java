package io.millrace.formats.config;

import io.millrace.engine.config.Key;

/** The configuration keys of readers and writers. */
public final class FormatKeys {

    public static final Key<Boolean> HANDOVER =
            Key.flag(
                    "millrace.namespace.handover",
                    true,
                    "Whether records of SequenceFiles that are not compressed pass from job to job as the bytes that they are, without Hadoop's streams between; needs millrace.fast.paths.");

    public static final Key<Boolean> INPUT_CACHE =
            Key.flag(
                    "millrace.input.cache",
                    false,
                    "Whether records that file input formats read stay in memory that nobody else needs, for later jobs of the process that read the same unchanged file with the same code and configuration. Not for formats that read other files beside their split.");

    private FormatKeys() {}
}
