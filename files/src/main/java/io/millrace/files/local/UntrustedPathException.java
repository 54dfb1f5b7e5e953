package io.millrace.files.local;

import io.millrace.files.config.FileKeys;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A path that another user of the machine could turn elsewhere, or look into. */
public final class UntrustedPathException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    /**
     * @param path what was asked for
     * @param component where on the way to it the danger is
     * @param why what is wrong with that
     */
    UntrustedPathException(Path path, Path component, String why) {
        super(
                path.toString(),
                null,
                (component.equals(path) ? "it " : component + " ")
                        + why
                        + ", so another user of this machine could read or exchange what is there");
    }

    /**
     * The same of a directory that somebody chose.
     *
     * @param key what names it
     */
    UntrustedPathException(UntrustedPathException refused, String key) {
        super(
                refused.getFile(),
                null,
                refused.getReason()
                        + "; name a directory in "
                        + key
                        + " that only this user can write, or set "
                        + FileKeys.UNSAFE_DIRECTORY
                        + "=warn if you trust everybody who can write this one");
        initCause(refused);
    }
}
