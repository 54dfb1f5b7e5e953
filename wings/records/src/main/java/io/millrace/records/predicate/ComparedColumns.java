package io.millrace.records.predicate;

import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the names of the columns that a predicate compares, in its order. */
final class ComparedColumns implements PredicateFold<Set<String>> {

    @Override
    public Set<String> comparison(String column, Comparison comparison, String value, int at) {
        return Set.of(column);
    }

    @Override
    public Set<String> both(Set<String> left, Set<String> right) {
        Set<String> all = new LinkedHashSet<>(left);
        all.addAll(right);
        return all;
    }

    @Override
    public Set<String> either(Set<String> left, Set<String> right) {
        return both(left, right);
    }
}
