package io.millrace.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror of everything, in a directory; the user's settings name it. */
class RepositoriesTest {

    @TempDir Path folder;

    private Path mirror;

    @BeforeEach
    void publish() throws IOException {
        mirror = Files.createDirectory(folder.resolve("mirror"));
        artifact(
                "job",
                "<dependency><groupId>test</groupId><artifactId>needed</artifactId>"
                        + "<version>1</version></dependency>"
                        + "<dependency><groupId>test</groupId><artifactId>tests</artifactId>"
                        + "<version>1</version><scope>test</scope></dependency>");
        artifact("needed", "");
        Path settings = Files.createDirectories(folder.resolve("home/.m2"));
        Files.writeString(
                settings.resolve("settings.xml"),
                "<settings><mirrors><mirror><id>mirror</id><mirrorOf>*</mirrorOf><url>"
                        + mirror.toUri()
                        + "</url></mirror></mirrors></settings>");
    }

    @Test
    void aPackageComesFromTheMirrorOfTheSettingsWithWhatItNeedsToRun() throws Exception {
        assertThat(repositories().fetch(List.of("test:job:1")))
                .allSatisfy(jar -> assertThat(jar).startsWith(folder.resolve("kept")))
                .extracting(jar -> jar.getFileName().toString())
                .containsExactly("job-1.jar", "needed-1.jar");
    }

    @Test
    void whatWasFetchedIsNotFetchedAgain() throws Exception {
        List<Path> first = repositories().fetch(List.of("test:needed:1"));
        Files.delete(mirror.resolve("test/needed/1/needed-1.jar"));
        assertThat(repositories().fetch(List.of("test:needed:1"))).isEqualTo(first);
    }

    @Test
    void aPackageThatIsNowhereIsNamed() throws Exception {
        Repositories repositories = repositories();
        assertThatThrownBy(() -> repositories.fetch(List.of("test:absent:1")))
                .isInstanceOf(FetchException.class)
                .hasMessageContainingAll("test:absent:1", "settings.xml")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aPackageOfAnotherFormIsRefused() throws Exception {
        Repositories repositories = repositories();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repositories.fetch(List.of("nonsense")))
                .withMessageContaining("group:artifact:version");
    }

    private Repositories repositories() throws FetchException {
        return Repositories.of(
                MavenSettings.of(folder.resolve("home"), Map.of()), folder.resolve("kept"));
    }

    private void artifact(String name, String dependencies) throws IOException {
        Path place = Files.createDirectories(mirror.resolve("test/" + name + "/1"));
        Files.writeString(place.resolve(name + "-1.jar"), name);
        Files.writeString(
                place.resolve(name + "-1.pom"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>"
                        + name
                        + "</artifactId><version>1</version><dependencies>"
                        + dependencies
                        + "</dependencies></project>");
    }
}
