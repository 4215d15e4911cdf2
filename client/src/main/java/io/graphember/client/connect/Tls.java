// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.security.KeyStore;
import java.util.Optional;

/**
 * TLS of a client: whom it trusts, and who it is. Immutable; the stores must not be changed.
 *
 * @param authorities certificates that vouch for nodes; empty for those that the JDK trusts
 * @param identity certificate and key of the client, for nodes that ask for one
 * @param checksHost true if a node's certificate must name a host that the client was told, or one
 *     of the cluster; false to take every certificate that an authority vouches for
 */
public record Tls(Optional<KeyStore> authorities, Optional<Identity> identity, boolean checksHost) {
  /**
   * A certificate with its key.
   *
   * @param store holds them
   * @param password of the key
   */
  public record Identity(KeyStore store, String password) {
    @Override
    public String toString() {
      return "identity";
    }
  }

  /** TLS with nodes whose certificates the JDK trusts. */
  public static Tls jdk() {
    return new Tls(Optional.empty(), Optional.empty(), true);
  }

  /** The same with authorities of one's own, see {@link CertificateFiles}. */
  public Tls trusting(KeyStore store) {
    return new Tls(Optional.of(store), identity, checksHost);
  }

  /** The same with a certificate of the client's own, see {@link CertificateFiles}. */
  public Tls identifiedBy(Identity own) {
    return new Tls(authorities, Optional.of(own), checksHost);
  }

  /**
   * The same without a look at the host that a node's certificate names: whoever has a certificate
   * of an authority may then pass for a node.
   */
  public Tls withoutHostCheck() {
    return new Tls(authorities, identity, false);
  }
}
