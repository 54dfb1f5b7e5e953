package io.millrace.hadoop.job.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.config.LinkConflict;
import io.millrace.hadoop.job.cache.WorkingDirectoryLinks.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkingDirectoryLinksTest {

    @TempDir Path directory;

    private Path work;
    private Path target;
    private WorkingDirectoryLinks links;

    @BeforeEach
    void makeFiles() throws IOException {
        work = Files.createDirectory(directory.resolve("work"));
        target = Files.writeString(directory.resolve("target"), "content");
        links = new WorkingDirectoryLinks(work);
    }

    @Test
    void aLinkIsThereUntilItsLastUserIsGone() throws IOException {
        LocalCopy first = make("name", target, LinkConflict.FAIL);
        LocalCopy second = make("name", target, LinkConflict.FAIL);
        assertThat(work.resolve("name")).hasContent("content").isSymbolicLink();
        first.close();
        first.close();
        assertThat(work.resolve("name")).hasContent("content");
        second.close();
        assertThat(Files.exists(work.resolve("name"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(target).hasContent("content");
    }

    @Test
    void aFileWithTheSameContentServesAndStays() throws IOException {
        Files.writeString(work.resolve("name"), "content");
        assertThat(make("name", target, LinkConflict.FAIL)).isNull();
        assertThat(work.resolve("name")).isRegularFile();
    }

    @Test
    void anotherFileOfThatNameIsRefusedNamingBoth() throws IOException {
        Files.writeString(work.resolve("name"), "other");
        assertThatThrownBy(() -> make("name", target, LinkConflict.FAIL))
                .hasMessageContaining(work.resolve("name").toString())
                .hasMessageContaining(target.toString())
                .hasMessageContaining("millrace.cache.link.conflict");
        assertThat(make("name", target, LinkConflict.IGNORE)).isNull();
        assertThat(work.resolve("name")).hasContent("other");
    }

    @Test
    void anotherJobsLinkOfThatNameIsRefused() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "other content");
        LocalCopy held = make("name", target, LinkConflict.FAIL);
        assertThatThrownBy(() -> make("name", other, LinkConflict.FAIL))
                .isInstanceOf(IOException.class);
        held.close();
        make("name", other, LinkConflict.FAIL).close();
    }

    @Test
    void aLinkToNothingIsReplaced() throws IOException {
        Files.createSymbolicLink(work.resolve("name"), directory.resolve("gone"));
        LocalCopy made = make("name", target, LinkConflict.FAIL);
        assertThat(work.resolve("name")).hasContent("content");
        made.close();
    }

    @Test
    void aNameMayHaveFoldersButNotLeadOut() throws IOException {
        LocalCopy made = make("a/b/name", target, LinkConflict.FAIL);
        assertThat(work.resolve("a/b/name")).hasContent("content");
        made.close();
        assertThat(work.resolve("a")).doesNotExist();
        assertThatThrownBy(() -> make("../name", target, LinkConflict.FAIL))
                .hasMessageContaining("leads out");
    }

    @Test
    void aLinkOutlivesTheFileOfTheJobThatMadeIt() throws IOException {
        Path copy = Files.writeString(directory.resolve("copy"), "content");
        LocalCopy first = make("name", copy, LinkConflict.FAIL);
        LocalCopy second = make("name", target, LinkConflict.FAIL);
        first.close();
        Files.delete(copy);
        assertThat(work.resolve("name")).hasContent("content");
        second.close();
        assertThat(Files.exists(work.resolve("name"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void whereOneLinkCannotBeMadeNoneStays() throws IOException {
        Files.writeString(work.resolve("taken"), "other");
        List<WantedLink> wanted =
                List.of(
                        new WantedLink("free", target, "source"),
                        new WantedLink("taken", target, "source"));
        assertThatThrownBy(() -> links.makeAll(wanted, LinkConflict.FAIL, User.ALONE))
                .hasMessageContaining("taken");
        assertThat(Files.exists(work.resolve("free"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    private LocalCopy make(String name, Path file, LinkConflict onConflict) throws IOException {
        return links.make(new WantedLink(name, file, file.toString()), onConflict, User.ALONE);
    }
}
