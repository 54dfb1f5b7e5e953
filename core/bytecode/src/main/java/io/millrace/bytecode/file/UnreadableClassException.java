package io.millrace.bytecode.file;

import java.io.IOException;

/** A class file is damaged, or newer than the parser supports. */
public final class UnreadableClassException extends IOException {

    private static final long serialVersionUID = 1;

    UnreadableClassException(RuntimeException cause) {
        super("a class file cannot be read: " + cause, cause);
    }
}
