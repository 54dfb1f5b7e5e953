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

/** What a namespace refuses, in the exceptions that Hadoop's file systems are known for. */
final class HadoopErrors {

    private HadoopErrors() {}

    /** Something that a namespace does. */
    @FunctionalInterface
    interface Operation<T> {
        T perform() throws IOException;
    }

    /**
     * Does something to {@code path}, which messages name as the caller did.
     *
     * @throws IOException of Hadoop's kind
     */
    static <T> T translated(Path path, Operation<T> operation) throws IOException {
        try {
            return operation.perform();
        } catch (NoSuchFileException e) {
            throw because(
                    new FileNotFoundException(path + ": there is no " + e.getFile() + " in memory"),
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
                            path + " cannot be made: at " + e.getFile() + ", " + e.getReason()),
                    e);
        }
    }

    private static IOException because(IOException failure, IOException cause) {
        failure.initCause(cause);
        return failure;
    }
}
