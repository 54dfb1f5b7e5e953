package io.millrace.records.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockCodecTest {

    @ParameterizedTest
    @CsvSource({"xz,org.tukaani.", "zstandard,com.github.luben."})
    void aMissingLibraryIsNotADamagedBlock(String codec, String library) throws Exception {
        try (URLClassLoader without = new Without(library)) {
            Class<?> type = Class.forName(BlockCodec.class.getName(), true, without);
            Method create = type.getDeclaredMethod("of", String.class);
            create.setAccessible(true);
            Method decompress = type.getDeclaredMethod("decompress", byte[].class, int.class);
            decompress.setAccessible(true);
            Throwable failure =
                    catchThrowable(
                            () -> decompress.invoke(create.invoke(null, codec), new byte[20], 20));
            assertThat(failure).isInstanceOf(InvocationTargetException.class);
            assertThat(failure.getCause())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("The library of the codec " + codec)
                    .hasMessageContaining("is not on the class path. Add it");
        }
    }

    /** All classes of the test, apart from a library. */
    private static final class Without extends URLClassLoader {

        private final String library;

        Without(String library) throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
            this.library = library;
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            StringTokenizer paths =
                    new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
            while (paths.hasMoreTokens()) {
                urls.add(new File(paths.nextToken()).toURI().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(library)) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }
}
