package io.millrace.files.local;

import io.millrace.files.config.FileKeys;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A path that another user of the machine could redirect or read. */
public final class UntrustedPathException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Path component;

    /**
     * @param path the requested path
     * @param component the unsafe component of the path
     * @param why why that component is unsafe
     */
    UntrustedPathException(Path path, Path component, String why) {
        super(
                path.toString(),
                null,
                (component.equals(path) ? "it " : component + " ")
                        + why
                        + ", so another user of this machine could read or replace its content");
        this.component = component;
    }

    /**
     * The same for a directory that somebody chose.
     *
     * @param key the key that names it
     */
    UntrustedPathException(UntrustedPathException refused, String key) {
        super(
                refused.getFile(),
                null,
                refused.getReason()
                        + "; name a directory in "
                        + key
                        + " that only this user can write to, or set "
                        + FileKeys.UNSAFE_DIRECTORY
                        + "=warn if you trust all users that can write to this one");
        initCause(refused);
        this.component = refused.component;
    }

    /** The directory that has the unsafe component of the path; null for the root directory. */
    @Nullable Path above() {
        return component == null ? null : component.getParent();
    }
}
