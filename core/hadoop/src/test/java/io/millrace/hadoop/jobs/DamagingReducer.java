package io.millrace.hadoop.jobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;

/** Adds up; but first of all damages every file below a directory. */
public final class DamagingReducer extends WordCount.IntSumReducer {
    private static final String DIRECTORY = "test.damage.directory";
    private static final String DAMAGE = "test.damage";
    private static final int HEADER_BYTES = 20;
    private static final int BODY_LENGTH_AT = 12;
    private static final int MAGIC = 0x4d4c5243;
    private static final int ERASED = 8;

    /** What is done to a file, perhaps by several attempts. */
    public enum Damage {
        /**
         * Some bytes in the middle of every block turn to zero, and stay so if this is done again;
         * the blocks' headers are left.
         */
        ERASE {
            @Override
            void inflict(FileChannel file) throws IOException {
                ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
                long at = 0;
                // Ends where another attempt still writes.
                while (file.read(header.clear(), at) == HEADER_BYTES && header.getInt(0) == MAGIC) {
                    int body = header.getInt(BODY_LENGTH_AT);
                    file.write(ByteBuffer.allocate(ERASED), at + HEADER_BYTES + body / 2);
                    at += HEADER_BYTES + body;
                }
            }
        },
        /** The second half is lost. */
        TRUNCATE {
            @Override
            void inflict(FileChannel file) throws IOException {
                file.truncate(file.size() / 2);
            }
        };

        abstract void inflict(FileChannel file) throws IOException;
    }

    /** Says which files, and what to do to them. */
    public static void plan(Configuration conf, Path directory, Damage damage) {
        conf.set(DIRECTORY, directory.toString());
        conf.set(DAMAGE, damage.name());
    }

    @Override
    protected void setup(Context context) throws IOException {
        Damage damage = Damage.valueOf(context.getConfiguration().get(DAMAGE));
        int files = 0;
        for (Path file : files(Path.of(context.getConfiguration().get(DIRECTORY, "")))) {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                damage.inflict(channel);
                files++;
            }
        }
        context.getCounter("damage", "files").increment(files);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.toString().endsWith(".run")).toList();
        }
    }
}
