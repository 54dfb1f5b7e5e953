/** Which statics are taken for mutable. */
package io.millrace.hadoop.statics;
