package io.millrace.engine.namespace;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file or directory in its tree. The tree's lock guards it. */
final class Node {

    String name;
    @Nullable Node parent;
    Owner owner;
    long accessedMillis;

    /** The time of a directory; a file has that of its contents. */
    private long modifiedMillis;

    /** The contents of a file; null for a directory. */
    final @Nullable Contents contents;

    /** Children by name; empty for a file. */
    final NavigableMap<String, Node> children = new TreeMap<>();

    private Node(String name, @Nullable Contents contents, Owner owner, long nowMillis) {
        this.name = name;
        this.contents = contents;
        this.owner = owner;
        this.modifiedMillis = nowMillis;
        this.accessedMillis = contents == null ? 0 : nowMillis;
    }

    static Node folder(String name, Owner owner, long nowMillis) {
        return new Node(name, null, owner, nowMillis);
    }

    static Node file(String name, Contents contents, Owner owner, long nowMillis) {
        return new Node(name, contents, owner, nowMillis);
    }

    boolean isFolder() {
        return contents == null;
    }

    /** Puts a node into this directory, in place of one of the same name. */
    void put(Node child, long nowMillis) {
        children.put(child.name, child);
        child.parent = this;
        modifiedMillis = nowMillis;
    }

    /** Removes this node from its directory. */
    void cut(long nowMillis) {
        Node from = parent;
        if (from != null) {
            from.children.remove(name);
            from.modifiedMillis = nowMillis;
            parent = null;
        }
    }

    long modifiedMillis() {
        return contents == null ? modifiedMillis : contents.modifiedMillis();
    }

    void setModifiedMillis(long millis) {
        if (contents == null) {
            modifiedMillis = millis;
        } else {
            contents.setModifiedMillis(millis);
        }
    }

    boolean isWithin(Node other) {
        for (Node node = this; node != null; node = node.parent) {
            if (node == other) {
                return true;
            }
        }
        return false;
    }

    String path() {
        Node above = parent;
        if (above == null) {
            return "/";
        }
        String folder = above.path();
        return folder.length() == 1 ? folder + name : folder + '/' + name;
    }

    Entry entry() {
        return new Entry(path(), contents, owner, modifiedMillis(), accessedMillis);
    }
}
