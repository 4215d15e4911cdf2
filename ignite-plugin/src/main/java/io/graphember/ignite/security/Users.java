// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.apache.ignite.plugin.security.SecurityCredentials;

/** Logs users in by the security file. Safe for use by several threads. */
final class Users {
  private static final String NOBODY = "(unknown)";

  private final SecurityFile file;
  private final Map<UUID, String> names = new ConcurrentHashMap<>();

  Users(SecurityFile file) {
    this.file = file;
  }

  /**
   * The login of a client; empty if it is refused. A password counts more than a certificate; a
   * client with neither is anonymous where the file has roles for those.
   */
  Optional<String> login(
      Optional<SecurityCredentials> credentials, Optional<Certificate[]> certificates) {
    SecuritySettings settings = file.settings();
    if (credentials.map(SecurityCredentials::getLogin).isPresent()) {
      return byPassword(settings, credentials.get());
    }
    Optional<String> certified =
        certificates.flatMap(Users::commonName).filter(name -> settings.users().containsKey(name));
    if (certified.isPresent()) {
      return certified;
    }
    return settings.anonymous().isEmpty() ? Optional.empty() : Optional.of(Subjects.ANONYMOUS);
  }

  private static Optional<String> byPassword(
      SecuritySettings settings, SecurityCredentials credentials) {
    final String login = String.valueOf(credentials.getLogin());
    final char[] password =
        credentials.getPassword() == null
            ? new char[0]
            : String.valueOf(credentials.getPassword()).toCharArray();
    return Optional.ofNullable(settings.users().get(login))
        .map(SecuritySettings.User::password)
        .flatMap(PasswordHash::parse)
        .filter(hash -> hash.matches(password))
        .map(hash -> login);
  }

  private static Optional<String> commonName(Certificate[] certificates) {
    if (certificates.length == 0 || !(certificates[0] instanceof X509Certificate own)) {
      return Optional.empty();
    }
    try {
      return new LdapName(own.getSubjectX500Principal().getName())
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .reduce((first, last) -> last); // the most specific one
    } catch (InvalidNameException e) {
      return Optional.empty();
    }
  }

  /** The login of an id, wherever it logged in; of somebody without rights if nobody has it. */
  String name(UUID id) {
    String known = names.get(id);
    if (known != null) {
      return known;
    }
    for (String login : file.settings().users().keySet()) {
      names.put(Subjects.id(login), login);
    }
    names.put(Subjects.id(Subjects.ANONYMOUS), Subjects.ANONYMOUS);
    return names.getOrDefault(id, NOBODY);
  }
}
