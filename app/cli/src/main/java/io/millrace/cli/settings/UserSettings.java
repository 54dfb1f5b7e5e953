package io.millrace.cli.settings;

import io.millrace.cli.process.CommandException;
import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Key;
import io.millrace.engine.config.UnknownKeys;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.workloads.input.UserDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys that a user sets for all jobs, in {@code millrace.properties}: a {@code key=value} a
 * line, ours and Hadoop's. Immutable.
 *
 * @param file where they are, or could be
 * @param entries by key
 */
public record UserSettings(Path file, Map<String, Entry> entries) {

    private static final String NAME = "millrace.properties";

    /**
     * A value and the number of its line.
     *
     * @param line from 1 on
     */
    public record Entry(String value, int line) {}

    /**
     * Reads the file of the user who runs this process.
     *
     * @throws CommandException naming file and line, if it cannot be read or a line is wrong
     */
    public static UserSettings ofUser() throws CommandException {
        return read(UserDirectory.CONFIG.path().resolve(NAME));
    }

    /** Reads a file; a missing one sets nothing. */
    static UserSettings read(Path file) throws CommandException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return new UserSettings(file, Map.of());
        } catch (IOException e) {
            throw new CommandException("cannot read your settings in " + file + ": " + e, e);
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(entries, line, file, i + 1);
            }
        }
        return new UserSettings(file, entries);
    }

    /** The value of a key, or else that one. */
    public String value(Key<String> key, String otherwise) {
        Entry entry = entries.get(key.name());
        return entry == null ? otherwise : entry.value();
    }

    private static void add(Map<String, Entry> entries, String line, Path file, int number)
            throws CommandException {
        int equals = line.indexOf('=');
        String key = equals < 0 ? "" : line.substring(0, equals).strip();
        if (key.isEmpty() || key.chars().anyMatch(Character::isWhitespace)) {
            throw wrong(file, number, "'" + line + "' is not of the form key=value");
        }
        String value = line.substring(equals + 1).strip();
        check(key, value, file, number);
        Entry earlier = entries.put(key, new Entry(value, number));
        if (earlier != null) {
            throw wrong(file, number, key + " is set on line " + earlier.line() + " already");
        }
    }

    /**
     * Checks keys of Millrace only. There is no list of Hadoop's keys: only file systems and
     * formats know their own.
     */
    private static void check(String key, String value, Path file, int number)
            throws CommandException {
        try {
            if (key.startsWith(UnknownKeys.PREFIX)) {
                HadoopKeys.refuseUnknown(key, value);
            } else if (!key.contains(".")) {
                throw wrong(file, number, key + " is neither a key of Millrace nor one of Hadoop");
            }
            for (Key<?> known : HadoopKeys.ALL) {
                if (known.name().equals(key)) {
                    known.in(Map.of(key, value)::get);
                }
            }
        } catch (BadSettingException e) {
            throw wrong(file, number, String.valueOf(e.getMessage()));
        }
    }

    private static CommandException wrong(Path file, int number, String what) {
        return new CommandException(file + ", line " + number + ": " + what);
    }
}
