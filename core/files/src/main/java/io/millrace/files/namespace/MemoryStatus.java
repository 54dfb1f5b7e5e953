package io.millrace.files.namespace;

import io.millrace.engine.namespace.Contents;
import io.millrace.engine.namespace.Entry;
import io.millrace.engine.namespace.Owner;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/** The status of a file or directory in memory, with a tag that identifies a file's content. */
final class MemoryStatus extends FileStatus implements EtagSource {

    private static final long serialVersionUID = 1;

    private final @Nullable String tag;

    private MemoryStatus(
            Entry entry,
            boolean folder,
            Owner owner,
            long blockBytes,
            Path path,
            @Nullable String tag) {
        super(
                entry.length(),
                folder,
                folder ? 0 : 1,
                folder ? 0 : blockBytes,
                entry.modifiedMillis(),
                entry.accessedMillis(),
                new FsPermission(owner.mode()),
                owner.user(),
                owner.group(),
                path);
        this.tag = tag;
    }

    /** The status of an entry, with the scheme of the requested path. */
    static MemoryStatus of(Entry entry, Path asked, long blockBytes) {
        Contents contents = entry.contents();
        return new MemoryStatus(
                entry,
                entry.isFolder(),
                entry.owner(),
                blockBytes,
                new Path(asked.toUri().getScheme(), asked.toUri().getAuthority(), entry.path()),
                contents == null ? null : "memory-" + contents.id() + "-" + entry.length());
    }

    @Override
    @SuppressWarnings("NullAway") // null for directories, as in Hadoop
    public String getEtag() {
        return tag;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
