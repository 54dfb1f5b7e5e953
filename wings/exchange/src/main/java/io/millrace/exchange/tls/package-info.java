/** Encryption of the connections of a gang by TLS, with a certificate that is made for it. */
@NullMarked
package io.millrace.exchange.tls;

import org.jspecify.annotations.NullMarked;
