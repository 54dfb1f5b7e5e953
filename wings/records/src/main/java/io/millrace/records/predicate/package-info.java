/**
 * Predicates over the columns of records: what a job asks of its input. A predicate also decides
 * whether records with known bounds can match, so that input formats skip what cannot. Needs no
 * Hadoop.
 */
@NullMarked
package io.millrace.records.predicate;

import org.jspecify.annotations.NullMarked;
