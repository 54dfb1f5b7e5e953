package io.millrace.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceTest {

    private static final short MODE = 0755;

    private Namespace tree = newTree();

    @BeforeEach
    void plant() throws IOException {
        tree = newTree();
        tree.makeFolders("/a/b", "me", MODE);
        tree.create("/a/b/file", false, "me", MODE).close();
    }

    private Namespace newTree() {
        return new Namespace(new StoreFixture(Path.of("unused")).store, StoreFixture.ROOT);
    }

    @Test
    void aFolderMovesWithAllThatIsInIt() throws IOException {
        tree.rename("/a", "/c", false);

        assertThat(tree.find("/a")).isEmpty();
        assertThat(tree.find("/c/b/file")).map(Entry::path).contains("/c/b/file");
    }

    @Test
    void whatIsMadeHasItsFoldersGroup() throws IOException {
        assertThat(tree.find("/a/b/file"))
                .map(Entry::owner)
                .contains(new Owner("me", "group", MODE));
    }

    @Test
    void nothingIsReplacedUnasked() throws IOException {
        tree.create("/other", false, "me", MODE).close();

        assertThatThrownBy(() -> tree.create("/other", false, "me", MODE))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> tree.rename("/a/b/file", "/other", false))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> tree.rename("/other", "/a", true))
                .isInstanceOf(FileAlreadyExistsException.class);
        tree.makeFolders("/empty", "me", MODE);
        assertThatThrownBy(() -> tree.rename("/empty", "/a", true))
                .isInstanceOf(DirectoryNotEmptyException.class);
        assertThatThrownBy(() -> tree.rename("/a", "/a/b/c", true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsDeletedWithItsFolderOrTheRootIsGone() throws IOException {
        Contents file = tree.find("/a/b/file").orElseThrow().contents();

        assertThat(tree.delete("/", true)).isTrue();

        assertThat(tree.list("/")).isEmpty();
        assertThatThrownBy(file::read).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void filesAreNoFolders() {
        assertThatThrownBy(() -> tree.find("/a/b/file/below"))
                .isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> tree.makeFolders("/a/b/file/below", "me", MODE))
                .isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> tree.create("/missing/file", true, "me", MODE))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void onlyOneOfManyThatRenameToTheSamePathSucceeds() throws Exception {
        List<Callable<Boolean>> renames =
                List.of(
                        () -> renamed("/r/0"),
                        () -> renamed("/r/1"),
                        () -> renamed("/r/2"),
                        () -> renamed("/r/3"));
        ExecutorService threads = Executors.newFixedThreadPool(renames.size());
        try {
            for (int round = 0; round < 200; round++) {
                tree.delete("/r", true);
                tree.makeFolders("/r", "me", MODE);
                for (int i = 0; i < renames.size(); i++) {
                    tree.create("/r/" + i, false, "me", MODE).close();
                }
                int succeeded = 0;
                for (Future<Boolean> each : threads.invokeAll(renames)) {
                    succeeded += each.get() ? 1 : 0;
                }
                assertThat(succeeded).isEqualTo(1);
                assertThat(tree.list("/r")).hasSize(renames.size());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean renamed(String source) throws IOException {
        try {
            tree.rename(source, "/r/target", false);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }
}
