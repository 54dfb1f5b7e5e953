package io.millrace.formats.inputcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/** Distinguishes the content of a file from all its earlier and later contents. */
public final class FileIdentity {

    /**
     * A file that changed this shortly before its status was read may change again with the same
     * timestamp: file system clocks tick, Hadoop gives times in milliseconds, and some file systems
     * in seconds.
     */
    private static final long LOCAL_TICK_MILLIS = 100;

    private static final long TICK_MILLIS = 2000;

    private FileIdentity() {}

    /**
     * The identity of a file whose status was just read; null if it changed too recently to have
     * one.
     */
    public static @Nullable String of(FileStatus status) throws IOException {
        String tag = status instanceof EtagSource tagged ? tagged.getEtag() : null;
        if (tag != null) {
            return "tag " + tag + " of " + status.getLen();
        }
        if ("file".equals(status.getPath().toUri().getScheme())) {
            return ofLocal(status);
        }
        long changed = status.getModificationTime();
        return isRecent(changed, TICK_MILLIS) ? null : status.getLen() + " bytes of " + changed;
    }

    /** The identity of a file on a local disk: its file key and exact modification time. */
    private static @Nullable String ofLocal(FileStatus status) throws IOException {
        Path file = Path.of(status.getPath().toUri().getPath());
        Map<String, Object> known;
        String changed = "ctime";
        try {
            known = Files.readAttributes(file, "unix:ino,dev,ctime,size");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            changed = "lastModifiedTime"; // no such system
            known = Files.readAttributes(file, "lastModifiedTime,size");
        } catch (NoSuchFileException e) {
            return null; // whatever the file system has there, it is not a file of this disk
        }
        return known.get(changed) instanceof FileTime time
                        && !isRecent(time.toMillis(), LOCAL_TICK_MILLIS)
                ? new TreeMap<>(known).toString()
                : null;
    }

    private static boolean isRecent(long changedMillis, long tickMillis) {
        return System.currentTimeMillis() - changedMillis < tickMillis;
    }
}
