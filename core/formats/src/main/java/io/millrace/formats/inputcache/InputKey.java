package io.millrace.formats.inputcache;

/**
 * The properties that must match for two tasks to read the same records: the user, the piece of the
 * file, the file's state, the format and its settings.
 *
 * @param identity identifies the file's content among all its earlier and later contents
 * @param code identifies the code that the job brings; empty if none of it takes part
 * @param settings the settings that the format may read
 */
public record InputKey(
        String user,
        String format,
        String path,
        long start,
        long length,
        String identity,
        String code,
        String settings) {}
