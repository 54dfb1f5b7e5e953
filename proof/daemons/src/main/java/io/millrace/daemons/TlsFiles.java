package io.millrace.daemons;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A key for all nodes, whose certificate names their addresses, and Hadoop's settings for it: what
 * fetchers and the shuffle handler need for TLS. One thread writes the files.
 */
final class TlsFiles {

    private static final String PASSWORD = "millrace-test";

    private final Path keys;
    private final Path trusted;

    TlsFiles(Path folder, Path java, Network network, int nodes) throws IOException {
        keys = folder.resolve("keys.p12");
        trusted = folder.resolve("trusted.p12");
        String names =
                IntStream.range(0, nodes)
                        .mapToObj(node -> "ip:" + network.node(node).host())
                        .collect(Collectors.joining(","));
        Path certificate = folder.resolve("certificate");
        String keytool = java.resolve("bin").resolve("keytool") + " -alias node -storepass ";
        keytool += PASSWORD + " -storetype PKCS12 -keystore ";
        Command.run(keytool + keys + " -genkeypair -keyalg RSA -dname CN=node -ext SAN=" + names);
        Command.run(keytool + keys + " -exportcert -file " + certificate);
        Command.run(keytool + trusted + " -importcert -noprompt -file " + certificate);
    }

    /** Files by name, with their settings. */
    Map<String, Map<String, String>> settings() {
        return Map.of(
                "ssl-server.xml",
                Map.of(
                        "ssl.server.keystore.location",
                        keys.toString(),
                        "ssl.server.keystore.password",
                        PASSWORD,
                        "ssl.server.keystore.keypassword",
                        PASSWORD,
                        "ssl.server.keystore.type",
                        "pkcs12",
                        "ssl.server.truststore.location",
                        trusted.toString(),
                        "ssl.server.truststore.password",
                        PASSWORD,
                        "ssl.server.truststore.type",
                        "pkcs12"),
                "ssl-client.xml",
                Map.of(
                        "ssl.client.truststore.location",
                        trusted.toString(),
                        "ssl.client.truststore.password",
                        PASSWORD,
                        "ssl.client.truststore.type",
                        "pkcs12"));
    }
}
