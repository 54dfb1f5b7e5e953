/**
 * What stands in for a class of Hadoop's tests that is found by its name; nothing else belongs
 * here.
 */
@NullMarked
package org.apache.hadoop.mapreduce.v2;

import org.jspecify.annotations.NullMarked;
