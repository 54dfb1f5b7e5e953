package io.millrace.records.guess;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of columns that a header yields: different from each other, and not blank.
 *
 * @param notes sentences about names that were changed
 */
record HeaderNames(List<String> names, List<String> notes) {

    static HeaderNames of(List<String> fields) {
        List<String> names = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Set<String> given = new HashSet<>(fields);
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i);
            boolean usable = !field.isBlank() && field.chars().noneMatch(Character::isISOControl);
            String base = usable ? field : "column" + (i + 1);
            String name = base;
            for (int n = 2;
                    taken.contains(name) || (!name.equals(field) && given.contains(name));
                    n++) {
                name = base + "_" + n;
            }
            if (!usable) {
                notes.add("The name of column %d is blank: it is %s here.".formatted(i + 1, name));
            } else if (!name.equals(field)) {
                notes.add(
                        "Two columns have the name %s: column %d is %s here."
                                .formatted(field, i + 1, name));
            }
            taken.add(name);
            names.add(name);
        }
        return new HeaderNames(names, notes);
    }
}
