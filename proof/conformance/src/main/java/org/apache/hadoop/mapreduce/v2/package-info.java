/**
 * The replacement of a class of Hadoop's tests that is found by its name; no other class belongs
 * here.
 */
@NullMarked
package org.apache.hadoop.mapreduce.v2;

import org.jspecify.annotations.NullMarked;
