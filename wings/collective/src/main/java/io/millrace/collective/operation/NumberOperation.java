package io.millrace.collective.operation;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/**
 * Operations on {@code IntWritable}, {@code LongWritable}, {@code FloatWritable}, {@code
 * DoubleWritable}, and on vectors of the same types as {@code ArrayPrimitiveWritable}, element by
 * element. Results are of the values' type; a count is a {@code LongWritable}, and a mean has
 * elements of type double.
 */
public enum NumberOperation implements Operation<Writable, Numbers> {
    SUM {
        @Override
        int of(int a, int b) {
            return a + b;
        }

        @Override
        long of(long a, long b) {
            return a + b;
        }

        @Override
        float of(float a, float b) {
            return a + b;
        }

        @Override
        double of(double a, double b) {
            return a + b;
        }
    },
    MIN {
        @Override
        int of(int a, int b) {
            return Math.min(a, b);
        }

        @Override
        long of(long a, long b) {
            return Math.min(a, b);
        }

        @Override
        float of(float a, float b) {
            return Math.min(a, b);
        }

        @Override
        double of(double a, double b) {
            return Math.min(a, b);
        }
    },
    MAX {
        @Override
        int of(int a, int b) {
            return Math.max(a, b);
        }

        @Override
        long of(long a, long b) {
            return Math.max(a, b);
        }

        @Override
        float of(float a, float b) {
            return Math.max(a, b);
        }

        @Override
        double of(double a, double b) {
            return Math.max(a, b);
        }
    },
    PRODUCT {
        @Override
        int of(int a, int b) {
            return a * b;
        }

        @Override
        long of(long a, long b) {
            return a * b;
        }

        @Override
        float of(float a, float b) {
            return a * b;
        }

        @Override
        double of(double a, double b) {
            return a * b;
        }
    },
    /** The number of values. */
    COUNT {
        @Override
        public void add(Numbers state, Writable value) {
            state.count(1);
        }

        @Override
        public void combine(Numbers state, Numbers other) {
            state.count(other.count());
        }

        @Override
        public Writable result(Numbers state) {
            return new LongWritable(state.count());
        }
    },
    /** The sum in doubles, divided by the count. */
    MEAN {
        @Override
        double of(double a, double b) {
            return a + b;
        }

        @Override
        public void add(Numbers state, Writable value) {
            Numbers one = new Numbers();
            one.add(this, value);
            one.toDoubles();
            state.combine(this, one);
        }

        @Override
        public Writable result(Numbers state) {
            state.divideByCount();
            return state.value();
        }
    };

    int of(int a, int b) {
        throw new UnsupportedOperationException(this + " of int");
    }

    long of(long a, long b) {
        throw new UnsupportedOperationException(this + " of long");
    }

    float of(float a, float b) {
        throw new UnsupportedOperationException(this + " of float");
    }

    double of(double a, double b) {
        throw new UnsupportedOperationException(this + " of double");
    }

    @Override
    public Numbers newState() {
        return new Numbers();
    }

    @Override
    public void add(Numbers state, Writable value) {
        state.add(this, value);
    }

    @Override
    public void combine(Numbers state, Numbers other) {
        state.combine(this, other);
    }

    @Override
    public Writable result(Numbers state) {
        return state.value();
    }
}
