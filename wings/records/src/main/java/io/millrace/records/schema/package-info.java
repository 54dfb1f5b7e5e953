/**
 * Schemas of delimited text: the columns of a record, how its fields are separated, and the
 * treatment of bad fields. Needs no Hadoop and no other part of Millrace.
 */
@NullMarked
package io.millrace.records.schema;

import org.jspecify.annotations.NullMarked;
