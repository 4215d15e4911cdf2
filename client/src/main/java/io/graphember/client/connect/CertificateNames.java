// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The hosts that a certificate is made out for: its subject alternative names (RFC 9525, section
 * 6), where a star stands for the first label. The common name is not one of them.
 *
 * @param names lower case
 * @param numbers addresses
 */
record CertificateNames(List<String> names, List<InetAddress> numbers) {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  static CertificateNames of(X509Certificate certificate) throws CertificateParsingException {
    List<String> names = new ArrayList<>();
    List<InetAddress> numbers = new ArrayList<>();
    var alternatives = certificate.getSubjectAlternativeNames();
    for (List<?> name : alternatives == null ? List.<List<?>>of() : alternatives) {
      if (name.get(0).equals(DNS_NAME)) {
        names.add(name.get(1).toString().toLowerCase(Locale.ROOT));
      } else if (name.get(0).equals(IP_ADDRESS)) {
        numbers.add(number(name.get(1).toString()));
      }
    }
    return new CertificateNames(names, numbers);
  }

  /** True if one of the hosts, names or numbers, is among them. */
  boolean anyOf(Set<String> hosts) {
    return hosts.stream().anyMatch(this::has);
  }

  private boolean has(String host) {
    if (isNumber(host)) {
      return numbers.contains(number(host));
    }
    final String name = host.toLowerCase(Locale.ROOT);
    final int dot = name.indexOf('.');
    return names.contains(name) || dot > 0 && names.contains("*" + name.substring(dot));
  }

  private static boolean isNumber(String host) {
    return host.contains(":") || host.matches("[0-9]+(\\.[0-9]+){3}");
  }

  private static InetAddress number(String text) {
    try {
      return InetAddress.getByName(text); // of a number: asks nobody
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress();
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    List<String> all = new ArrayList<>(names);
    numbers.forEach(number -> all.add(number.getHostAddress()));
    return all.isEmpty() ? "no host" : String.join(", ", all);
  }
}
