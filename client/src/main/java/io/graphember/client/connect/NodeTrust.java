// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts nodes whose certificate an authority vouches for and that is made out for a host of the
 * cluster. Ignite's thin client does not look at the host, and does not say to TLS which one it
 * speaks to, so every host of the cluster may answer for another.
 */
final class NodeTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager authorities;
  private final Supplier<Set<String>> hosts;

  /**
   * Trust in nodes.
   *
   * @param hosts those of the cluster, as far as it is known
   */
  NodeTrust(X509ExtendedTrustManager authorities, Supplier<Set<String>> hosts) {
    this.authorities = authorities;
    this.hosts = hosts;
  }

  private void checkHost(X509Certificate[] chain) throws CertificateException {
    CertificateNames names = CertificateNames.of(chain[0]);
    if (!names.anyOf(hosts.get())) {
      throw new HostMismatchException(names);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    authorities.checkServerTrusted(chain, kind, engine);
    checkHost(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    authorities.checkServerTrusted(chain, kind, socket);
    checkHost(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    authorities.checkServerTrusted(chain, kind);
    checkHost(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    authorities.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    authorities.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    authorities.checkClientTrusted(chain, kind);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }
}
