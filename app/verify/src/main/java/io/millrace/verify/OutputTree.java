package io.millrace.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.compress.CompressionCodec;

/**
 * The files below an output directory, as a Hadoop client sees them: read through Hadoop's file
 * system, so that checksum files are verified and not listed.
 */
public final class OutputTree {
    private static final Pattern HIDDEN = Pattern.compile("(^|/)[_.]");

    private final Path root;
    private final FileSystem fileSystem;
    private final Configuration conf;
    private final SortedSet<String> names;

    private OutputTree(
            Path root, FileSystem fileSystem, Configuration conf, SortedSet<String> names) {
        this.root = root;
        this.fileSystem = fileSystem;
        this.conf = conf;
        this.names = names;
    }

    /**
     * Lists all files below {@code root}, including those that a job should have deleted. Empty if
     * {@code root} does not exist.
     */
    public static OutputTree read(Path root) throws IOException {
        return read(root, new Configuration());
    }

    /** The same through the file system that a configuration names, with its classes. */
    public static OutputTree read(Path root, Configuration conf) throws IOException {
        FileSystem fileSystem = root.getFileSystem(conf);
        SortedSet<String> names = new TreeSet<>();
        if (fileSystem.exists(root)) {
            String path = fileSystem.makeQualified(root).toUri().getPath();
            String prefix = path.endsWith("/") ? path : path + "/";
            RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(root, true);
            while (files.hasNext()) {
                names.add(files.next().getPath().toUri().getPath().substring(prefix.length()));
            }
        }
        return new OutputTree(root, fileSystem, conf, names);
    }

    /** Paths of all files, relative to the root. */
    public SortedSet<String> names() {
        return names;
    }

    /** The files below a directory of the root. */
    public OutputTree below(String directory) {
        String prefix = directory + "/";
        SortedSet<String> below = new TreeSet<>();
        for (String name : names) {
            if (name.startsWith(prefix)) {
                below.add(name.substring(prefix.length()));
            }
        }
        return new OutputTree(new Path(root, directory), fileSystem, conf, below);
    }

    /** Without the files that Hadoop's input formats skip: their names begin with _ or a dot. */
    public OutputTree visible() {
        SortedSet<String> visible = new TreeSet<>(names);
        visible.removeIf(name -> HIDDEN.matcher(name).find());
        return new OutputTree(root, fileSystem, conf, visible);
    }

    /** The content of a file, byte for byte. */
    public byte[] bytes(String name) throws IOException {
        try (InputStream in = open(name)) {
            return in.readAllBytes();
        }
    }

    InputStream open(String name) throws IOException {
        return fileSystem.open(new Path(root, name));
    }

    /** A reader of the file's records, to be closed. */
    RecordReader open(String name, FormatLoader formats) throws IOException, NoReaderException {
        Configuration own = new Configuration(conf);
        own.setClassLoader(formats.before(conf.getClassLoader()));
        return formats.open(format(name), new Path(root, name), own);
    }

    FileFormat format(String name) throws IOException {
        try (InputStream in = open(name)) {
            return FileFormat.of(in);
        }
    }

    /** Whether a file is a SequenceFile, by its first bytes. */
    public boolean isSequenceFile(String name) throws IOException {
        return format(name) == FileFormat.SEQUENCE_FILE;
    }

    /**
     * The records of a file in their order: lines of text, or a SequenceFile's header and records.
     */
    public List<String> records(String name) throws IOException {
        if (isSequenceFile(name)) {
            return sequenceRecords(name);
        }
        String text = new String(bytes(name), StandardCharsets.ISO_8859_1);
        return new ArrayList<>(List.of(text.split("(?<=\n)")));
    }

    /** All lines of all files whose name contains {@code part}, as UTF-8. */
    public List<String> lines(String part) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            if (name.contains(part)) {
                lines.addAll(new String(bytes(name), StandardCharsets.UTF_8).lines().toList());
            }
        }
        return lines;
    }

    private List<String> sequenceRecords(String name) throws IOException {
        List<String> records = new ArrayList<>();
        try (SequenceFile.Reader reader =
                new SequenceFile.Reader(conf, SequenceFile.Reader.file(new Path(root, name)))) {
            CompressionCodec codec = reader.getCompressionCodec();
            records.add(
                    "%s, %s, %s, %s"
                            .formatted(
                                    reader.getKeyClassName(),
                                    reader.getValueClassName(),
                                    reader.getCompressionType(),
                                    codec == null ? "no codec" : codec.getClass().getName()));
            DataOutputBuffer key = new DataOutputBuffer();
            SequenceFile.ValueBytes value = reader.createValueBytes();
            while (reader.nextRawKey(key) >= 0) {
                reader.nextRawValue(value);
                DataOutputBuffer plain = new DataOutputBuffer();
                value.writeUncompressedBytes(plain);
                records.add(hex(key) + " " + hex(plain));
                key.reset();
            }
        }
        return records;
    }

    private static String hex(DataOutputBuffer buffer) {
        return HexFormat.of().formatHex(buffer.getData(), 0, buffer.getLength());
    }
}
