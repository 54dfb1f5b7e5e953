package io.millrace.cli.process;

import io.millrace.engine.config.BadSettingException;
import java.io.FileNotFoundException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapred.InvalidInputException;
import org.apache.hadoop.mapred.InvalidJobConfException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** Tells a person about what ended a command: in one line where the message says it all. */
public final class Failures {

    private Failures() {}

    /** Prints to standard error: a line for what a person did or can undo, else the whole stack. */
    public static void print(Throwable failure) {
        BadSettingException setting = badSetting(failure);
        Optional<String> fileSystem = MissingFileSystem.line(failure);
        if (fileSystem.isPresent()) {
            System.err.println("millrace: " + fileSystem.get());
        } else if (setting != null) {
            System.err.println("millrace: " + oneLine(setting));
        } else if (speaksForItself(failure)) {
            System.err.println("millrace: " + oneLine(failure));
        } else {
            failure.printStackTrace();
        }
    }

    /** The wrong setting that is behind a failure, which Hadoop's client wraps; null if none is. */
    private static @Nullable BadSettingException badSetting(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadSettingException setting) {
                return setting;
            }
        }
        return null;
    }

    private static boolean speaksForItself(Throwable failure) {
        return failure.getMessage() != null
                && (failure instanceof CommandException
                        || failure instanceof FileAlreadyExistsException
                        || failure instanceof org.apache.hadoop.fs.FileAlreadyExistsException
                        || failure instanceof InvalidInputException
                        || failure
                                instanceof
                                org.apache.hadoop.mapreduce.lib.input.InvalidInputException
                        || failure instanceof InvalidJobConfException
                        || failure instanceof FileNotFoundException
                        || failure instanceof FileSystemException
                        || failure instanceof AccessControlException);
    }

    private static String oneLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
