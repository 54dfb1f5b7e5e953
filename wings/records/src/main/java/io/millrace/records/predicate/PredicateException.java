package io.millrace.records.predicate;

/** A predicate is not valid, or does not fit a schema. The message names the place and the fix. */
public final class PredicateException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * A mistake.
     *
     * @param source the key with the predicate's text, or another name for it
     * @param at the place in the text, counted from 1; 0 if there is none
     */
    public PredicateException(String source, int at, String reason) {
        super(at == 0 ? source + ": " + reason : source + ":" + at + ": " + reason);
    }
}
