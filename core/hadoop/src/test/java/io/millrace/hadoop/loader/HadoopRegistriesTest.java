package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class HadoopRegistriesTest {

    /** A key that registers itself, as many do. */
    public static final class RegisteredKey extends IntWritable {
        static {
            WritableComparator.define(RegisteredKey.class, new Comparator());
            WritableFactories.setFactory(RegisteredKey.class, RegisteredKey::new);
        }

        /** Its order. */
        public static final class Comparator extends WritableComparator {
            public Comparator() {
                super(IntWritable.class, true);
            }
        }
    }

    /** Defines the key and its order by itself. */
    private static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(HadoopRegistriesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null || !name.startsWith(RegisteredKey.class.getName())) {
                    return known == null ? super.loadClass(name, resolve) : known;
                }
                try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = Objects.requireNonNull(in).readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    @Test
    void aLoaderWhoseClassesHadoopKnewCanBeCollected() throws Exception {
        WeakReference<ClassLoader> forgotten = used(true);
        WeakReference<ClassLoader> remembered = used(false);
        Await.until(
                "the loader is collected",
                () -> {
                    System.gc();
                    return forgotten.get() == null;
                });
        assertThat(remembered.get()).as("what Hadoop keeps if nobody interferes").isNotNull();
        HadoopRegistries.forget(remembered.get());
    }

    @Test
    void othersKeepWhatTheyRegistered() throws Exception {
        used(true);
        assertThat(WritableComparator.get(IntWritable.class))
                .isInstanceOf(IntWritable.Comparator.class);
    }

    private static WeakReference<ClassLoader> used(boolean forget) throws Exception {
        OwnLoader loader = new OwnLoader();
        Class<?> key = Class.forName(RegisteredKey.class.getName(), true, loader);
        assertThat(key.getClassLoader()).isEqualTo(loader);
        assertThat(ReflectionUtils.newInstance(key, new Configuration(false))).isNotNull();
        if (forget) {
            HadoopRegistries.forget(loader);
        }
        return new WeakReference<>(loader);
    }
}
