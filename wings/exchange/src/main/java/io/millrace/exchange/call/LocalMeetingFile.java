package io.millrace.exchange.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A file of this machine, for a gang whose workers are all on it.
 *
 * @param file in a directory that no other user can write to
 */
public record LocalMeetingFile(Path file) implements MeetingPlace {

    @Override
    public void publish(byte[] notice) throws IOException {
        Path next = Files.createTempFile(file.getParent(), "notice", "");
        Files.write(next, notice);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public byte @Nullable [] read() throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
