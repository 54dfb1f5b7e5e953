package io.millrace.cluster.gang;

import java.io.IOException;

/**
 * The job of a gang has failed. The application master learns of it when it commits, and says that
 * the commit failed before the text of this exception, which is therefore only the reason.
 */
final class JobFailedException extends IOException {

    private static final long serialVersionUID = 1;

    /** The words that application masters put before the text of an exception of a commit. */
    private static final String COMMIT = "Job commit failed: ";

    private static final String MARK = "the job of the gang failed: ";

    JobFailedException(String reason) {
        super(MARK + reason);
    }

    /** The calls of a commit that did not take place say nothing. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }

    /** Removes the commit that did not take place from the words of an application master. */
    static String withoutCommit(String said) {
        return said.replace(COMMIT + JobFailedException.class.getName() + ": " + MARK, "").strip();
    }
}
