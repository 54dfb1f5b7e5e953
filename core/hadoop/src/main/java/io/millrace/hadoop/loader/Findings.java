package io.millrace.hadoop.loader;

import io.millrace.hadoop.loader.ClassSharing.Kind;
import io.millrace.hadoop.scope.Turns.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the search through a job's class files. The process of the job searches; other
 * processes that run its tasks get the findings. Immutable.
 *
 * @param changing the sets of classes that were looked at one by one, and whether their code
 *     changes a static
 */
public record Findings(Moves moves, Verdict verdict, Map<Set<String>, Boolean> changing)
        implements Answers {

    @Override
    public Moves moves(LoaderParts parts) {
        return moves;
    }

    @Override
    public Verdict verdict(ClassLoader own, boolean brings, Predicate<String> clients) {
        return verdict;
    }

    /** Code that was not looked at may change one. */
    @Override
    public boolean changeStatics(Set<String> names, ClassLoader own) {
        return changing.getOrDefault(names, true);
    }

    @Override
    public @Nullable String left(ClassLoader own) {
        throw new IllegalStateException("only the process of the job asks what tasks leave");
    }

    /** The findings that {@link #writeTo} wrote. */
    public static Findings readFrom(DataInput in) throws IOException {
        Moves moves = new Moves(readSet(in), readSet(in), in.readBoolean(), in.readBoolean());
        Set<String> kept = readSet(in);
        ClassSharing sharing =
                new ClassSharing(
                        Kind.valueOf(in.readUTF()),
                        in.readUTF(),
                        in.readUTF(),
                        in.readUTF(),
                        in.readUTF());
        String state = in.readUTF();
        Verdict verdict =
                new Verdict(
                        kept,
                        sharing,
                        state.isEmpty() ? null : State.valueOf(state),
                        in.readBoolean());
        Map<Set<String>, Boolean> changing = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            changing.put(readSet(in), in.readBoolean());
        }
        return new Findings(moves, verdict, changing);
    }

    /** Writes them for another process. */
    public void writeTo(DataOutput out) throws IOException {
        writeSet(moves.libraries(), out);
        writeSet(moves.packages(), out);
        out.writeBoolean(moves.everything());
        out.writeBoolean(moves.logging());
        writeSet(verdict.kept(), out);
        ClassSharing sharing = verdict.sharing();
        out.writeUTF(sharing.kind().name());
        out.writeUTF(sharing.reason());
        out.writeUTF(sharing.file());
        out.writeUTF(sharing.state());
        out.writeUTF(sharing.unseen());
        State state = verdict.state();
        out.writeUTF(state == null ? "" : state.name());
        out.writeBoolean(verdict.guards());
        out.writeInt(changing.size());
        for (Map.Entry<Set<String>, Boolean> each : changing.entrySet()) {
            writeSet(each.getKey(), out);
            out.writeBoolean(each.getValue());
        }
    }

    private static Set<String> readSet(DataInput in) throws IOException {
        Set<String> all = new TreeSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            all.add(in.readUTF());
        }
        return all;
    }

    private static void writeSet(Set<String> all, DataOutput out) throws IOException {
        out.writeInt(all.size());
        for (String each : all) {
            out.writeUTF(each);
        }
    }
}
