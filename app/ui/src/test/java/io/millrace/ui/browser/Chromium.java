package io.millrace.ui.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium of this machine with one tab, driven over its own protocol. Ends with {@link
 * #close}.
 */
public final class Chromium implements AutoCloseable {

    private static final int LIMIT_SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private String session = "";

    private Chromium(Process process, String address) {
        this.process = process;
        this.socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(URI.create(address), new Messages())
                        .join();
    }

    /** Where this machine has a Chromium, if it has one. */
    private static Optional<Path> installed() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":"))
                .flatMap(folder ->
                        Stream.of("chromium", "chromium-browser", "google-chrome")
                                .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts the browser, or skips the test where there is none; {@code profile} is a directory of
     * its own.
     */
    public static Chromium start(Path profile) throws Exception {
        Optional<Path> installed = installed();
        assumeTrue(
                installed.isPresent(),
                "skipped: there is no Chromium on the PATH (on Debian: apt-get install chromium)");
        return start(installed.get(), profile);
    }

    private static Chromium start(Path executable, Path profile) throws Exception {
        Process process =
                new ProcessBuilder(
                                executable.toString(),
                                "--headless=new",
                                "--no-sandbox", // pages of the test's own; a root user has no other
                                // way
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--no-first-run",
                                "--window-size=1280,1600",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + profile,
                                "about:blank")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        Path port = profile.resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroy();
                throw new IOException(executable + " does not listen");
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        List<String> lines = Files.readAllLines(port);
        Chromium browser = new Chromium(process, "ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        browser.openTab();
        return browser;
    }

    private void openTab() throws Exception {
        String target =
                call("Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
        session =
                call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                        .get("sessionId")
                        .asText();
        for (String domain : List.of("Page", "Network", "Runtime", "Log")) {
            call(domain + ".enable", Map.of());
        }
    }

    /** Sends a command and waits for its result. */
    public JsonNode call(String method, Map<String, Object> parameters) throws Exception {
        int id = lastId.incrementAndGet();
        ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
        command.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            command.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        pending.put(id, answer);
        socket.sendText(command.toString(), true).join();
        JsonNode message = answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (message.has("error")) {
            throw new IOException(method + " failed: " + message.get("error"));
        }
        return message.get("result");
    }

    /** Opens a page and waits until {@code ready}, an expression in its script, is true. */
    public void open(Path page, String ready) throws Exception {
        open(page.toUri().toString(), ready);
    }

    /** The same for a page of a server. */
    public void open(String address, String ready) throws Exception {
        call("Page.navigate", Map.of("url", address));
        await(ready);
    }

    /** Waits until an expression in the page's script is true. */
    public void await(String expression) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!isTrue(expression)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "in vain waited for "
                                + expression
                                + "; "
                                + evaluate("document.body.innerText"));
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Moves the pointer to a point of the window. */
    public void hover(double x, double y) throws Exception {
        call("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
    }

    /** Presses a key; {@code text} is what it types, if it types anything. */
    public void press(String key, String text) throws Exception {
        call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", text));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    /** Shows pages as a user wants them who has chosen {@code light} or {@code dark}. */
    public void prefer(String scheme) throws Exception {
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        new Object[] {Map.of("name", "prefers-color-scheme", "value", scheme)}));
    }

    /** Shows pages as a window of this size does, in CSS pixels. */
    public void resize(int width, int height) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    private boolean isTrue(String expression) throws Exception {
        try {
            return evaluate(expression).asBoolean();
        } catch (IOException e) {
            return false; // the page is being replaced
        }
    }

    /** The value of an expression in the page, once it is there if it is a promise. */
    public JsonNode evaluate(String expression) throws Exception {
        JsonNode result =
                call(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "returnByValue",
                                true,
                                "awaitPromise",
                                true));
        if (result.has("exceptionDetails")) {
            throw new IOException("the page threw: " + result.get("exceptionDetails"));
        }
        return result.at("/result/value");
    }

    /** What happened in the tab since it was opened, of that name. */
    public List<JsonNode> events(String method) {
        return events.stream()
                .filter(event -> event.get("method").asText().equals(method))
                .toList();
    }

    @Override
    public void close() throws Exception {
        session = "";
        try {
            call("Browser.close", Map.of());
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            socket.abort();
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void take(String message) {
            try {
                JsonNode node = JSON.readTree(message);
                if (!node.has("id")) {
                    events.add(node);
                    return;
                }
                CompletableFuture<JsonNode> waiting = pending.remove(node.get("id").asInt());
                if (waiting != null) {
                    waiting.complete(node);
                }
            } catch (IOException e) {
                new ArrayList<>(pending.values())
                        .forEach(waiting -> waiting.completeExceptionally(e));
            }
        }
    }
}
