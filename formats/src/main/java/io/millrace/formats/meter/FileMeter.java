package io.millrace.formats.meter;

/**
 * Told by a reader or writer when it asks the file system for something, so that only this is
 * measured.
 */
public interface FileMeter {

    /** Called before. */
    void begin();

    /** Called after, if it went well. */
    void end();
}
