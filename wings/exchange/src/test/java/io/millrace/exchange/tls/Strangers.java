package io.millrace.exchange.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A process that is not of the gang. */
final class Strangers {

    private Strangers() {}

    /** One that accepts each certificate, and has none itself. */
    static SSLContext trustingAll() throws GeneralSecurityException {
        X509TrustManager all =
                new X509TrustManager() {
                    @Override
                    public void checkClientTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public void checkServerTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public X509Certificate[] getAcceptedIssuers() {
                        return new X509Certificate[0];
                    }
                };
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {all}, null);
        return context;
    }
}
