package io.millrace.records.binary;

/**
 * The bytes of a record do not have the form that its schema requires. Decoders turn it into an
 * exception that names the place. Used by the decoder's thread.
 */
public final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    private String path = "";

    /** A failure for a reason: a sentence. */
    public MalformedException(String reason) {
        super(reason);
    }

    /** A failure for a reason, with its cause. */
    public MalformedException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Adds the field around the place of the failure. Returns this exception. */
    public MalformedException in(String field) {
        path = path.isEmpty() ? field : field + "." + path;
        return this;
    }

    /** The field, from the outermost inwards; empty if unknown. */
    public String path() {
        return path;
    }
}
