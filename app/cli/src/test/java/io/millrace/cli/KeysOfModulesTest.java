package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class KeysOfModulesTest {

    @Test
    void eachKeyOfAModuleThatIsNotOnTheClassPathNamesItsJar() throws Exception {
        assertThat(KeySource.all()).hasSizeGreaterThan(1);
        for (KeySource source : KeySource.all()) {
            Path place =
                    Path.of(
                            source.getClass()
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            String module = source.getClass().getName().split("\\.", -1)[2];
            try (URLClassLoader without = classPathWithout(place)) {
                for (Key<?> key : source.keys()) {
                    assertThatThrownBy(() -> check(without, key))
                            .as(key.name())
                            .hasMessageStartingWith(
                                    "%s is set, but millrace-%s.jar, which it needs, is not on the class path"
                                            .formatted(key, module));
                }
            }
        }
    }

    private static URLClassLoader classPathWithout(Path place) throws Exception {
        List<URL> places = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(each).toAbsolutePath();
            if (!path.equals(place)) {
                places.add(path.toUri().toURL());
            }
        }
        return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static void check(ClassLoader loader, Key<?> key) throws Throwable {
        Class<?> configuration = loader.loadClass(Configuration.class.getName());
        Object conf = configuration.getConstructor(boolean.class).newInstance(false);
        configuration
                .getMethod("set", String.class, String.class)
                .invoke(conf, key.name(), key.defaultText());
        Method check =
                loader.loadClass(HadoopKeys.class.getName()).getMethod("check", configuration);
        try {
            check.invoke(null, conf);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
