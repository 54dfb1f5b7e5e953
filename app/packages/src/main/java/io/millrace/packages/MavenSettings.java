package io.millrace.packages;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;

/** Maven's {@code settings.xml}, of the user and of the installation. */
final class MavenSettings {

    private MavenSettings() {}

    /**
     * Reads the files from Maven's usual places.
     *
     * @param environment for {@code MAVEN_HOME}, and for variables in the files
     */
    static Settings of(Path home, Map<String, String> environment) throws FetchException {
        DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
        request.setUserSettingsFile(home.resolve(".m2/settings.xml").toFile());
        request.setGlobalSettingsFile(ofInstallation(environment));
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        environment.forEach((name, value) -> properties.setProperty("env." + name, value));
        request.setSystemProperties(properties);
        try {
            return new DefaultSettingsBuilderFactory()
                    .newInstance()
                    .build(request)
                    .getEffectiveSettings();
        } catch (SettingsBuildingException e) {
            throw new FetchException(
                    "cannot read Maven's settings: "
                            + String.valueOf(e.getMessage())
                                    .strip()
                                    .replaceAll("\\s*\\R\\s*", "; "),
                    e);
        }
    }

    private static File ofInstallation(Map<String, String> environment) {
        return Stream.of(
                        environment.getOrDefault("MAVEN_HOME", ""),
                        environment.getOrDefault("M2_HOME", ""),
                        "/usr/share/maven")
                .filter(home -> !home.isEmpty())
                .map(home -> Path.of(home, "conf", "settings.xml"))
                .filter(Files::isReadable)
                .findFirst()
                .orElse(Path.of("/etc/maven/settings.xml"))
                .toFile();
    }

    /** The active profiles, whose repositories are used. */
    static Stream<Profile> activeProfiles(Settings settings) {
        Set<String> active = new LinkedHashSet<>(settings.getActiveProfiles());
        settings.getProfiles().stream()
                .filter(profile ->
                        profile.getActivation() != null
                                && profile.getActivation().isActiveByDefault())
                .forEach(profile -> active.add(profile.getId()));
        return settings.getProfiles().stream().filter(profile -> active.contains(profile.getId()));
    }
}
