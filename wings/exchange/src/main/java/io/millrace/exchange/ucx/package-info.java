/**
 * A thin binding of UCX, the library for RDMA networks, through the foreign-function API of JDK 22
 * and later. Nothing else of the code base calls native functions of this library.
 */
@NullMarked
package io.millrace.exchange.ucx;

import org.jspecify.annotations.NullMarked;
