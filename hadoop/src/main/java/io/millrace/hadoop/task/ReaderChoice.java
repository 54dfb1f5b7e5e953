package io.millrace.hadoop.task;

import io.millrace.engine.plan.Choice;
import io.millrace.formats.input.LineReaders;
import io.millrace.formats.input.SequenceReaders;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job's splits are read by quick readers: asks them once for each kind of splits that
 * they may tell apart, and makes no split for that.
 *
 * <p>Made by one thread, and does not change afterwards.
 */
final class ReaderChoice {

    /** Kinds of splits that are looked at; most jobs have one. */
    private static final int KINDS = 20;

    /** Of these splits it is known that they begin with the file's path. */
    private static final Set<String> FILE_SPLITS =
            Set.of(FileSplit.class.getName(), org.apache.hadoop.mapred.FileSplit.class.getName());

    private final Class<?> format;
    private final Configuration conf;
    private int lookedAt;
    private int hadoops;
    private String why = "";

    private ReaderChoice(Class<?> format, Configuration conf) {
        this.format = format;
        this.conf = conf;
    }

    /** The choice for the splits of a format. */
    static Choice<String> of(Class<?> format, List<SerializedSplit> splits, Configuration conf) {
        ReaderChoice choice = new ReaderChoice(format, conf);
        kinds(splits).forEach(choice::look);
        return choice.choice();
    }

    /** Splits of one class, of files whose names end alike, which tells how they are compressed. */
    private static final class Alike {

        final String type;
        final @Nullable Path file;
        int count;

        Alike(String type, @Nullable Path file) {
            this.type = type;
            this.file = file;
        }
    }

    private static Collection<Alike> kinds(List<SerializedSplit> splits) {
        Map<String, Alike> kinds = new LinkedHashMap<>();
        for (SerializedSplit split : splits) {
            Alike made = kindOf(split);
            String name = made.file == null ? "" : made.file.getName();
            int dot = name.indexOf('.');
            String kind = made.type + (dot < 0 ? "" : name.substring(dot));
            if (kinds.size() < KINDS || kinds.containsKey(kind)) {
                kinds.computeIfAbsent(kind, key -> made).count++;
            }
        }
        return kinds.values();
    }

    private static Alike kindOf(SerializedSplit split) {
        try {
            DataInputBuffer in = new DataInputBuffer();
            int offset = Math.toIntExact(split.offset());
            in.reset(split.file(), offset, split.file().length - offset);
            String type = Text.readString(in);
            return new Alike(
                    type, FILE_SPLITS.contains(type) ? new Path(Text.readString(in)) : null);
        } catch (IOException | IllegalArgumentException e) {
            // What is wrong with it, its attempt will say.
            return new Alike("of an unreadable split", null);
        }
    }

    private void look(Alike splits) {
        lookedAt += splits.count;
        String found = obstacle(splits);
        if (!found.isEmpty()) {
            hadoops += splits.count;
            why = why.isEmpty() ? found : why;
        }
    }

    private String obstacle(Alike splits) {
        Class<?> type = TaskChoices.named(splits.type, conf);
        if (type == null) {
            return "the class " + splits.type + " is not found";
        }
        return SequenceReaders.know(format)
                ? SequenceReaders.obstacle(format, type, conf)
                : LineReaders.obstacle(format, type, splits.file, conf);
    }

    private Choice<String> choice() {
        if (lookedAt == 0) {
            return new Choice<>(TaskChoices.READER, "none", "the job has no map tasks");
        }
        if (hadoops == 0) {
            return new Choice<>(
                    TaskChoices.READER,
                    TaskChoices.QUICK,
                    SequenceReaders.know(format)
                            ? "records of SequenceFiles are read where their bytes are"
                            : "lines of text are cut where they are read");
        }
        return hadoops == lookedAt
                ? new Choice<>(TaskChoices.READER, TaskChoices.HADOOPS, why)
                : new Choice<>(
                        TaskChoices.READER,
                        "quick for some",
                        "of %d splits looked at, %d are read by Hadoop's: %s"
                                .formatted(lookedAt, hadoops, why));
    }
}
