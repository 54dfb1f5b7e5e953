/** A package of the client's that uses the one that is split. */
package io.millrace.hadoop.loader.split.use;
