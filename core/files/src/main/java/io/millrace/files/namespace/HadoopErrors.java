package io.millrace.files.namespace;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;

/** Translates errors of a namespace into the exceptions of Hadoop's file systems. */
final class HadoopErrors {

    private HadoopErrors() {}

    /** An operation of a namespace. */
    @FunctionalInterface
    interface Operation<T> {
        T perform() throws IOException;
    }

    /**
     * Runs an operation on {@code path}; messages name the path as the caller did.
     *
     * @throws IOException of Hadoop's types
     */
    static <T> T translated(Path path, Operation<T> operation) throws IOException {
        try {
            return operation.perform();
        } catch (NoSuchFileException e) {
            throw because(
                    new FileNotFoundException(
                            path + ": no file or directory " + e.getFile() + " in memory"),
                    e);
        } catch (NotDirectoryException e) {
            throw because(
                    new ParentNotDirectoryException(
                            path + ": " + e.getFile() + " is a file, not a directory"),
                    e);
        } catch (DirectoryNotEmptyException e) {
            throw because(new PathIsNotEmptyDirectoryException(path.toString()), e);
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw because(
                    new FileAlreadyExistsException(
                            path
                                    + " could not be created: at "
                                    + e.getFile()
                                    + ", "
                                    + e.getReason()),
                    e);
        }
    }

    private static IOException because(IOException failure, IOException cause) {
        failure.initCause(cause);
        return failure;
    }
}
