// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;

/**
 * Where a node takes thin clients.
 *
 * @param host name or number; a number of IPv6 without its brackets
 * @param port 1 to 65535
 */
public record Address(String host, int port) {
  private static final int MOST_PORT = 65_535;

  /**
   * Reads {@code host:port}, or {@code [number]:port} of IPv6.
   *
   * @throws GraphemberException with code {@link ConnectionError#ADDRESS_MALFORMED}
   */
  public static Address parse(String text) {
    final int colon = text.lastIndexOf(':');
    final String port = text.substring(colon + 1);
    if (colon < 1
        || text.indexOf(':') != colon && !(text.startsWith("[") && text.charAt(colon - 1) == ']')
        || !port.matches("[1-9][0-9]{0,4}")
        || Integer.parseInt(port) > MOST_PORT) {
      throw new GraphemberException(
          ConnectionError.ADDRESS_MALFORMED,
          "'%s' is not an address: write host:port, for example 127.0.0.1:10800.".formatted(text));
    }
    final String host = text.substring(0, colon);
    return new Address(
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
  }

  /** Reads one address, or several with commas between them. */
  public static List<Address> parseAll(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).map(Address::parse).toList();
  }

  /** As it is written. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
