// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Makes the JDK's TLS of ours. */
final class TlsContexts {
  private TlsContexts() {}

  /**
   * TLS with nodes.
   *
   * @param hosts those of the cluster, asked for at each handshake
   * @throws GraphemberException with code {@link ConnectionError#TLS_FILE_UNUSABLE}
   */
  static SSLContext of(Tls tls, Supplier<Set<String>> hosts) {
    try {
      X509ExtendedTrustManager authorities = authorities(tls.authorities().orElse(null));
      TrustManager trust = tls.checksHost() ? new NodeTrust(authorities, hosts) : authorities;
      return context(keys(tls), trust);
    } catch (GeneralSecurityException e) {
      throw new GraphemberException(
          ConnectionError.TLS_FILE_UNUSABLE,
          "The certificates or the key cannot be used by this Java: %s.".formatted(e.getMessage()),
          e);
    }
  }

  /** TLS that only trusts whom a trust manager trusts, without a certificate of the client. */
  static SSLContext context(KeyManager[] keys, TrustManager trust) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {trust}, null);
    return context;
  }

  private static X509ExtendedTrustManager authorities(@Nullable KeyStore orThoseOfTheJdk)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(orThoseOfTheJdk);
    return Stream.of(factory.getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow(() -> new GeneralSecurityException("no trust manager of X.509"));
  }

  private static KeyManager[] keys(Tls tls) throws GeneralSecurityException {
    if (tls.identity().isEmpty()) {
      return new KeyManager[0];
    }
    Tls.Identity own = tls.identity().get();
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own.store(), own.password().toCharArray());
    return factory.getKeyManagers();
  }
}
