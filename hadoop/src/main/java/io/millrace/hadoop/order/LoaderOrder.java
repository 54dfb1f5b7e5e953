package io.millrace.hadoop.order;

import io.millrace.engine.record.KeyOrder;
import org.apache.hadoop.io.RawComparator;

/**
 * A user's comparator, which may look for classes and resources through the context class loader. Sort
 * threads belong to no job, so the job's loader is put in place where it is missing: two field accesses
 * beside a call into unknown code.
 */
final class LoaderOrder implements KeyOrder {

    private final RawComparator<?> comparator;
    private final ClassLoader loader;

    LoaderOrder(RawComparator<?> comparator, ClassLoader loader) {
        this.comparator = comparator;
        this.loader = loader;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same loader
    public int compare(byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (before == loader) {
            return comparator.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        }
        thread.setContextClassLoader(loader);
        try {
            return comparator.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public boolean prefixed() {
        return false;
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        return 0;
    }

    @Override
    public boolean prefixDecides() {
        return false;
    }
}
