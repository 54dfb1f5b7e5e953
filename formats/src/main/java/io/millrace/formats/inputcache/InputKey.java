package io.millrace.formats.inputcache;

/**
 * What has to be the same for two tasks to read the same records: who reads which piece of which
 * file, as it was then, with which format and which settings of it.
 *
 * @param identity tells the file's content from all that it had before, or may have later
 * @param code tells the code that the job brings from that of other jobs; empty where none of it
 *     takes part
 * @param settings of the configuration, those that the format may look at
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
