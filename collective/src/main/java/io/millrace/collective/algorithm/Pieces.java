package io.millrace.collective.algorithm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Messages by rank, some of which are not there yet. */
final class Pieces {

    private static final int ABSENT = -1;

    static final Merging<Pieces> MERGING = new Union();

    private final List<byte @Nullable []> byRank;

    private Pieces(int size) {
        byRank = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            byRank.add(null);
        }
    }

    static Pieces of(int size, int rank, byte[] own) {
        Pieces pieces = new Pieces(size);
        pieces.byRank.set(rank, own);
        return pieces;
    }

    List<byte[]> all() {
        return byRank.stream().map(Objects::requireNonNull).toList();
    }

    private void addAll(Pieces other) {
        for (int i = 0; i < byRank.size(); i++) {
            byte[] piece = other.byRank.get(i);
            if (piece != null) {
                byRank.set(i, piece);
            }
        }
    }

    private static final class Union implements Merging<Pieces> {

        @Override
        public Pieces combine(Pieces one, Pieces other) {
            one.addAll(other);
            return one;
        }

        /** Message 1 goes into piece 1, as the ring has as many as there are workers. */
        @Override
        public List<Pieces> split(Pieces all, int pieces) {
            List<Pieces> split = new ArrayList<>();
            for (int i = 0; i < pieces; i++) {
                Pieces piece = new Pieces(all.byRank.size());
                for (int rank = i; rank < all.byRank.size(); rank += pieces) {
                    piece.byRank.set(rank, all.byRank.get(rank));
                }
                split.add(piece);
            }
            return split;
        }

        @Override
        public Pieces join(List<Pieces> pieces) {
            Pieces all = new Pieces(pieces.get(0).byRank.size());
            pieces.forEach(all::addAll);
            return all;
        }

        @Override
        public byte[] encode(Pieces part) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(part.byRank.size());
            for (byte[] piece : part.byRank) {
                out.writeInt(piece == null ? ABSENT : piece.length);
                if (piece != null) {
                    out.write(piece);
                }
            }
            return bytes.toByteArray();
        }

        @Override
        public Pieces decode(byte[] message) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
            Pieces pieces = new Pieces(in.readInt());
            for (int i = 0; i < pieces.byRank.size(); i++) {
                int length = in.readInt();
                if (length != ABSENT) {
                    pieces.byRank.set(i, in.readNBytes(length));
                }
            }
            return pieces;
        }
    }
}
