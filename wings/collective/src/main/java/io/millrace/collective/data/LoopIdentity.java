package io.millrace.collective.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that determines a loop's result: its program, input, configuration and start, each as
 * named parts with a digest. Does not keep values, because some are secret and all together are
 * long.
 */
public final class LoopIdentity {

    /** An identity without parts, for a loop without checkpoints. */
    public static final LoopIdentity NONE = new LoopIdentity(new TreeMap<>());

    /** A kind with more parts than this has a single part for all. */
    private static final int MOST_PARTS = 2_000;

    /** Maximum number of names in a message. */
    private static final int SHOWN = 5;

    private static final int DIGEST_BYTES = 16;

    /** Digests by part, by kind. */
    private final SortedMap<String, SortedMap<String, String>> kinds;

    private LoopIdentity(SortedMap<String, SortedMap<String, String>> kinds) {
        this.kinds = kinds;
    }

    /**
     * Adds all parts of one kind.
     *
     * @param kind in the words of a message, such as {@code input}
     * @param parts the content of each part, by name
     */
    public LoopIdentity with(String kind, Map<String, String> parts) {
        SortedMap<String, String> digests = new TreeMap<>();
        parts.forEach((name, content) -> digests.put(name, digest(content)));
        SortedMap<String, SortedMap<String, String>> all = new TreeMap<>(kinds);
        all.put(kind, digests.size() > MOST_PARTS ? folded(digests) : digests);
        return new LoopIdentity(all);
    }

    private static SortedMap<String, String> folded(SortedMap<String, String> digests) {
        return new TreeMap<>(
                Map.of(
                        "one of " + digests.size() + " or the number of them",
                        digest(digests.toString())));
    }

    private static String digest(String content) {
        return digest(content.getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of these bytes. */
    public static String digest(byte[] content) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(all, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * The differences to another loop, each kind with some names of parts; empty if there are none.
     */
    public List<String> differences(LoopIdentity other) {
        Set<String> all = new TreeSet<>(kinds.keySet());
        all.addAll(other.kinds.keySet());
        List<String> differences = new ArrayList<>();
        for (String kind : all) {
            List<String> parts = differing(of(kind), other.of(kind));
            if (!parts.isEmpty()) {
                String more =
                        parts.size() > SHOWN ? " and " + (parts.size() - SHOWN) + " more" : "";
                List<String> shown = parts.subList(0, Math.min(SHOWN, parts.size()));
                differences.add(kind + " (" + String.join(", ", shown) + more + ")");
            }
        }
        return differences;
    }

    private Map<String, String> of(String kind) {
        Map<String, String> parts = kinds.get(kind);
        return parts == null ? Map.of() : parts;
    }

    private static List<String> differing(Map<String, String> one, Map<String, String> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(name -> one.containsKey(name) && one.get(name).equals(other.get(name)));
        return List.copyOf(names);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(kinds.size());
        for (Map.Entry<String, SortedMap<String, String>> kind : kinds.entrySet()) {
            out.writeUTF(kind.getKey());
            out.writeInt(kind.getValue().size());
            for (Map.Entry<String, String> part : kind.getValue().entrySet()) {
                writeText(out, part.getKey());
                out.writeUTF(part.getValue());
            }
        }
    }

    static LoopIdentity read(DataInput in) throws IOException {
        SortedMap<String, SortedMap<String, String>> kinds = new TreeMap<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String kind = in.readUTF();
            SortedMap<String, String> parts = new TreeMap<>();
            int size = in.readInt();
            for (int j = 0; j < size; j++) {
                String name = readText(in);
                parts.put(name, in.readUTF());
            }
            kinds.put(kind, parts);
        }
        return new LoopIdentity(kinds);
    }

    /** Names may be longer than {@code writeUTF} takes. */
    private static void writeText(DataOutput out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoopIdentity identity && kinds.equals(identity.kinds);
    }

    @Override
    public int hashCode() {
        return kinds.hashCode();
    }

    @Override
    public String toString() {
        return kinds.toString();
    }
}
