// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/** Why a TLS handshake fails, found in what the JDK throws. */
final class TlsFailure {
  private TlsFailure() {}

  /**
   * The reason in our words.
   *
   * @param spoken asks whether TLS is spoken at the address at all; only where the connection ended
   *     without a word
   */
  static GraphemberException of(IOException failure, Address address, BooleanSupplier spoken) {
    if (failure instanceof SocketTimeoutException) {
      return Refusal.timedOut(address.toString(), failure);
    }
    String innermost = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HostMismatchException mismatch) {
        return Refusal.otherHost(address.toString(), mismatch.names(), failure);
      }
      if (cause instanceof GeneralSecurityException) {
        innermost = cause.getMessage(); // of a path that was not found, or why it is none
      }
    }
    if (innermost != null) {
      return Refusal.untrusted(address.toString(), innermost, failure);
    }
    final String message = String.valueOf(failure.getMessage());
    if (!message.contains("fatal alert")) {
      // Whoever speaks TLS and hangs up does not like what the client shows, or that it shows
      // nothing.
      return spoken.getAsBoolean()
          ? Refusal.clientCertificate(address.toString(), failure)
          : Refusal.tlsUnknown(address.toString(), failure);
    }
    return message.contains("certificate")
        ? Refusal.clientCertificate(address.toString(), failure)
        : Refusal.noCommonTls(address.toString(), message, failure);
  }

  /** True if whoever is at the other end shows a certificate when spoken to in TLS. */
  static boolean isSpokenBy(Socket socket, Address address, int millis) {
    AtomicBoolean seen = new AtomicBoolean();
    try (SSLSocket spoken =
        (SSLSocket)
            TlsContexts.context(new KeyManager[0], new Witness(seen))
                .getSocketFactory()
                .createSocket(socket, address.host(), address.port(), true)) {
      spoken.setSoTimeout(millis);
      spoken.startHandshake();
      return true;
    } catch (IOException | GeneralSecurityException e) {
      return seen.get();
    }
  }

  /** Trusts nobody, and remembers that somebody has shown a certificate. */
  private static final class Witness extends X509ExtendedTrustManager {
    private final AtomicBoolean seen;

    Witness(AtomicBoolean seen) {
      this.seen = seen;
    }

    private void see() throws CertificateException {
      seen.set(true);
      throw new CertificateException("only looking");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
        throws CertificateException {
      see();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
        throws CertificateException {
      see();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      see();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
        throws CertificateException {
      see();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
        throws CertificateException {
      see();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      see();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
