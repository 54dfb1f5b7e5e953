/**
 * Connections from other processes: limits their number and the time of each request. Independent
 * of the content of requests.
 */
@NullMarked
package io.millrace.files.listen;

import org.jspecify.annotations.NullMarked;
