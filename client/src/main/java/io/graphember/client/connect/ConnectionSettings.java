// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a client reaches its cluster. Immutable; its text shows no password.
 *
 * <pre>
 * ConnectionSettings.to("10.0.0.5:10800", "10.0.0.6:10800")
 *     .withLogin("ann", password)
 *     .withTls(Tls.jdk().trusting(CertificateFiles.authorities(Path.of("ca.pem"))))
 * </pre>
 *
 * @param addresses one or more, tried in this order
 * @param login user and password; empty for none, or where a certificate says who the client is
 * @param tls empty to speak without
 * @param timeout longest wait for a connection and for an answer; at least a millisecond
 */
public record ConnectionSettings(
    List<Address> addresses, Optional<Login> login, Optional<Tls> tls, Duration timeout) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  public ConnectionSettings {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty() || timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("no address, or a timeout out of range: " + timeout);
    }
  }

  /**
   * A cluster by addresses of its nodes, without user and TLS.
   *
   * @param addresses {@code host:port}, or several in one text with commas between them
   * @throws GraphemberException with code {@link ConnectionError#ADDRESS_MALFORMED}
   */
  public static ConnectionSettings to(String... addresses) {
    return new ConnectionSettings(
        Arrays.stream(addresses).flatMap(text -> Address.parseAll(text).stream()).toList(),
        Optional.empty(),
        Optional.empty(),
        DEFAULT_TIMEOUT);
  }

  /** The same with a user. */
  public ConnectionSettings withLogin(String user, String password) {
    return new ConnectionSettings(addresses, Optional.of(new Login(user, password)), tls, timeout);
  }

  /** The same with TLS. */
  public ConnectionSettings withTls(Tls other) {
    return new ConnectionSettings(addresses, login, Optional.of(other), timeout);
  }

  /** The same with another bound of waits. */
  public ConnectionSettings withTimeout(Duration other) {
    return new ConnectionSettings(addresses, login, tls, other);
  }

  /** The addresses as they are written. */
  public String addressText() {
    return addresses.stream().map(Address::toString).collect(Collectors.joining(","));
  }
}
