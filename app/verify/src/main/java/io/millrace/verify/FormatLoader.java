package io.millrace.verify;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Loads the readers of file formats next to the libraries that they use: those of this process, and
 * after them those of the job. A job that writes Parquet brings Parquet, in the version that it
 * wants; another version on our own class path would be in the way of a job.
 */
final class FormatLoader extends URLClassLoader {

    static final String PACKAGE = "io.millrace.verify.format.";

    static {
        registerAsParallelCapable();
    }

    FormatLoader(List<Path> libraries) throws MalformedURLException {
        super(urls(libraries), FormatLoader.class.getClassLoader());
    }

    private static URL[] urls(List<Path> libraries) throws MalformedURLException {
        URL[] urls = new URL[libraries.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = libraries.get(i).toUri().toURL();
        }
        return urls;
    }

    /**
     * Looks for classes here, and then in {@code jobs}: a SequenceFile names classes of its job.
     */
    ClassLoader before(ClassLoader jobs) {
        return new ClassLoader(this) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                return jobs.loadClass(name);
            }
        };
    }

    /**
     * Opens a file of a format.
     *
     * @throws NoReaderException if the classes that read this format are missing or do not fit
     */
    RecordReader open(FileFormat format, org.apache.hadoop.fs.Path file, Configuration conf)
            throws IOException, NoReaderException {
        try {
            return (RecordReader)
                    loadClass(format.reader())
                            .getConstructor(org.apache.hadoop.fs.Path.class, Configuration.class)
                            .newInstance(file, conf);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof LinkageError missing) {
                throw new NoReaderException(format, missing);
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("cannot read " + file + " as " + format.title(), e.getCause());
        } catch (LinkageError e) {
            throw new NoReaderException(format, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(format.reader() + " is not a reader", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PACKAGE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = in.readAllBytes();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
