package io.millrace.packages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.maven.model.building.DefaultModelProcessor;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.locator.DefaultModelLocator;
import org.apache.maven.model.superpom.DefaultSuperPomProvider;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;

/** Maven's central repository and those of the settings, through the mirrors of the settings. */
final class Repositories {

    private final RepositorySystem system = new RepositorySystemSupplier().get();
    private final DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();
    private final List<RemoteRepository> remotes;

    private Repositories(List<RemoteRepository> remotes) {
        this.remotes = remotes;
    }

    /** The repositories of the settings; fetched files are kept in {@code directory}. */
    static Repositories of(Settings settings, Path directory) {
        Repositories repositories =
                new Repositories(Stream.concat(central(), configured(settings)).toList());
        repositories.setUp(settings, directory);
        return repositories;
    }

    private static Stream<RemoteRepository> central() {
        DefaultSuperPomProvider maven =
                new DefaultSuperPomProvider()
                        .setModelProcessor(
                                new DefaultModelProcessor()
                                        .setModelLocator(new DefaultModelLocator())
                                        .setModelReader(new DefaultModelReader()));
        return maven.getSuperModel("4.0.0").getRepositories().stream()
                .map(each -> remote(each.getId(), each.getUrl()));
    }

    private static Stream<RemoteRepository> configured(Settings settings) {
        return MavenSettings.activeProfiles(settings)
                .flatMap(profile -> profile.getRepositories().stream())
                .map(each -> remote(each.getId(), each.getUrl()));
    }

    private static RemoteRepository remote(String id, String url) {
        return new RemoteRepository.Builder(id, "default", url).build();
    }

    private void setUp(Settings settings, Path directory) {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        session.setSystemProperties(properties);
        session.setOffline(settings.isOffline());
        DefaultMirrorSelector mirrors = new DefaultMirrorSelector();
        for (Mirror each : settings.getMirrors()) {
            mirrors.add(
                    each.getId(),
                    each.getUrl(),
                    each.getLayout(),
                    false,
                    each.isBlocked(),
                    each.getMirrorOf(),
                    each.getMirrorOfLayouts());
        }
        session.setMirrorSelector(mirrors);
        DefaultProxySelector proxies = new DefaultProxySelector();
        for (Proxy each : settings.getProxies()) {
            if (each.isActive()) {
                Authentication user = user(each.getUsername(), each.getPassword());
                proxies.add(
                        new org.eclipse.aether.repository.Proxy(
                                each.getProtocol(), each.getHost(), each.getPort(), user),
                        each.getNonProxyHosts());
            }
        }
        session.setProxySelector(proxies);
        DefaultAuthenticationSelector servers = new DefaultAuthenticationSelector();
        for (Server each : settings.getServers()) {
            servers.add(each.getId(), user(each.getUsername(), each.getPassword()));
        }
        session.setAuthenticationSelector(servers);
        session.setTransferListener(new FetchLog());
        session.setLocalRepositoryManager(
                system.newLocalRepositoryManager(session, new LocalRepository(directory.toFile())));
    }

    private static Authentication user(String name, String password) {
        return new AuthenticationBuilder().addUsername(name).addPassword(password).build();
    }

    /**
     * The jars of the packages and of their runtime dependencies.
     *
     * @param packages each {@code group:artifact[:extension[:classifier]]:version}
     * @throws IllegalArgumentException if one has another form
     */
    List<Path> fetch(List<String> packages) throws FetchException {
        CollectRequest collect = new CollectRequest();
        collect.setRepositories(system.newResolutionRepositories(session, remotes));
        for (String each : packages) {
            collect.addDependency(new Dependency(artifact(each), JavaScopes.RUNTIME));
        }
        DependencyRequest request =
                new DependencyRequest(
                        collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
        try {
            List<Path> jars = new ArrayList<>();
            for (ArtifactResult each :
                    system.resolveDependencies(session, request).getArtifactResults()) {
                Artifact found = Objects.requireNonNull(each.getArtifact());
                if (found.getExtension().equals("jar")) {
                    jars.add(found.getFile().toPath().toAbsolutePath());
                }
            }
            return jars;
        } catch (DependencyResolutionException e) {
            throw new FetchException(
                    "cannot fetch "
                            + String.join(",", packages)
                            + ": "
                            + String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ")
                            + "; check the names and, for a mirror or a proxy, Maven's"
                            + " settings.xml",
                    e);
        }
    }

    private static Artifact artifact(String coordinates) {
        try {
            return new DefaultArtifact(coordinates.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'"
                            + coordinates
                            + "' is not a Maven package; write group:artifact:version, for instance"
                            + " org.apache.hadoop:hadoop-aws:3.5.0",
                    e);
        }
    }
}
