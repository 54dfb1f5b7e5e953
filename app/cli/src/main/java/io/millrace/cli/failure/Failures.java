package io.millrace.cli.failure;

import io.millrace.cli.cluster.RejectedFrameworkError;
import io.millrace.cli.process.CommandException;
import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.redact.Secrets;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.config.JobRefusedException;
import io.millrace.hadoop.loader.OwnFrames;
import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapred.InvalidInputException;
import org.apache.hadoop.mapred.InvalidJobConfException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** Prints what ended a command: one line if that says it all. */
public final class Failures {

    private Failures() {}

    /**
     * Prints to standard error: a line for what the user can correct; the exception with the frames
     * of the program's own code for what a program throws; else the whole stack.
     */
    public static void print(Throwable failure) {
        Throwable sound = Thrown.sound(failure);
        Throwable setting = badSetting(sound);
        Optional<String> fileSystem = MissingFileSystem.line(stack(sound));
        if (setting != null) {
            System.err.println("millrace: " + oneLine(setting));
        } else if (fileSystem.isPresent()) {
            System.err.println("millrace: " + fileSystem.get());
        } else if (speaksForItself(sound)) {
            System.err.println("millrace: " + oneLine(sound));
        } else {
            printFrames(sound);
        }
    }

    /** Without frames of its own code, a program's stack is printed as it is. */
    private static void printFrames(Throwable failure) {
        List<StackTraceElement> own = new OwnFrames().of(failure);
        if (own.isEmpty()) {
            System.err.print(Secrets.redact(stack(failure)));
            return;
        }
        StringBuilder text = new StringBuilder("millrace: ").append(Thrown.text(failure));
        Throwable root = Thrown.root(failure);
        if (!Thrown.text(failure).contains(Thrown.text(root))) {
            text.append(", caused by ").append(Thrown.text(root));
        }
        own.forEach(frame -> text.append("\n    at ").append(frame));
        Hint.on(stack(failure)).ifPresent(hint -> text.append("\n    ").append(hint));
        text.append("\n    ").append(StackFile.ofProgram(stack(failure)));
        System.err.println(Secrets.redact(text.toString()));
    }

    private static String stack(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The wrong setting, which Hadoop's client may wrap; null if there is none. */
    private static @Nullable Throwable badSetting(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadSettingException || cause instanceof JobRefusedException) {
                return cause;
            }
        }
        return null;
    }

    private static boolean speaksForItself(Throwable failure) {
        return failure.getMessage() != null
                && (failure instanceof CommandException
                        || failure instanceof RejectedFrameworkError
                        || failure instanceof InterruptedException
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
        return Secrets.redact(
                String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; "));
    }
}
