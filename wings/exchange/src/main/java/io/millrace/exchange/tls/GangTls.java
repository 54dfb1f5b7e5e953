package io.millrace.exchange.tls;

import io.millrace.exchange.secret.SharedSecret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificate of a gang with its private key. Both sides of a connection present it and accept
 * no other, so neither names nor authorities matter. Immutable.
 */
public final class GangTls {

    private static final String USE = "millrace gang certificate";
    private static final String TYPE = "PKCS12";
    private static final String ALIAS = "gang";
    private static final String PROTOCOL = "TLSv1.3";

    private final byte[] store;
    private final SSLContext context;

    private GangTls(byte[] store, SSLContext context) {
        this.store = store;
        this.context = context;
    }

    /** Makes a certificate. */
    static GangTls make(SharedSecret secret) throws IOException {
        return of(secret, Keytool.ofThisJvm().make(password(secret)));
    }

    /**
     * The certificate that {@link #bytes} has written.
     *
     * @throws IOException if it is another gang's, or this JVM cannot use it
     */
    public static GangTls of(SharedSecret secret, byte[] store) throws IOException {
        try {
            return new GangTls(store.clone(), context(password(secret).toCharArray(), store));
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    "the certificate of the gang cannot be used: "
                            + e.getMessage()
                            + "; the job's credentials must have the certificate and the secret of"
                            + " one gang",
                    e);
        }
    }

    /** The password of the store: a store without the secret is useless. */
    private static String password(SharedSecret secret) {
        return HexFormat.of().formatHex(secret.prove(USE));
    }

    private static SSLContext context(char[] password, byte[] bytes)
            throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance(TYPE);
        own.load(new ByteArrayInputStream(bytes), password);
        Certificate certificate = own.getCertificate(ALIAS);
        if (certificate == null) {
            throw new IOException("it is not in its store");
        }
        KeyStore trusted = KeyStore.getInstance(TYPE);
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, certificate);
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, password);
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance(PROTOCOL);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** The certificate and its key, for the credentials of a job. */
    public byte[] bytes() {
        return store.clone();
    }

    /**
     * Encrypts a connection, whose owner owns the result.
     *
     * @param called whether the other side has made the connection
     */
    public TlsChannel channel(SocketChannel socket, boolean called) {
        return new TlsChannel(socket, engine(called));
    }

    SSLEngine engine(boolean called) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(!called);
        engine.setNeedClientAuth(called);
        engine.setEnabledProtocols(new String[] {PROTOCOL});
        return engine;
    }

    /** Not the key. */
    @Override
    public String toString() {
        return "a gang's certificate";
    }
}
