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

    private FormatKeys() {}
}
