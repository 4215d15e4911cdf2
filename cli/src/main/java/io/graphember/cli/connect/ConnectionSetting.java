// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import java.util.Locale;

/**
 * What may be said about a connection. Each has three names: the option {@code --trust-store}, the
 * variable {@code GRAPHEMBER_TRUST_STORE} and the setting {@code trustStore} of the file. Passwords
 * themselves have no option: other users of a machine see the arguments of a process.
 */
public enum ConnectionSetting {
  /** One address or several. */
  CONNECT(Topic.ADDRESS),
  /** Name of the user. */
  USER(Topic.USER),
  /** The user's password. */
  PASSWORD(Topic.PASSWORD),
  /** File with it. */
  PASSWORD_FILE(Topic.PASSWORD),
  /** Whether to speak TLS. */
  TLS(Topic.TLS),
  /** Store of authorities. */
  TRUST_STORE(Topic.AUTHORITIES),
  /** PEM file of authorities. */
  CA(Topic.AUTHORITIES),
  /** Store of the client's own certificate and key. */
  KEY_STORE(Topic.IDENTITY),
  /** PEM file of the client's own certificate. */
  CERT(Topic.IDENTITY),
  /** PEM file of its key. */
  KEY(Topic.IDENTITY),
  /** Password of the stores. */
  STORE_PASSWORD(Topic.STORE_PASSWORD),
  /** File with it. */
  STORE_PASSWORD_FILE(Topic.STORE_PASSWORD),
  /** Whether a node's certificate may be made out for any host. */
  ANY_HOST(Topic.HOST);

  /** Settings of one topic are said together, and take the place of all others of that topic. */
  enum Topic {
    ADDRESS,
    USER,
    PASSWORD,
    TLS,
    AUTHORITIES,
    IDENTITY,
    STORE_PASSWORD,
    HOST
  }

  private final Topic topic;

  ConnectionSetting(Topic topic) {
    this.topic = topic;
  }

  Topic topic() {
    return topic;
  }

  /** True of a password itself, which is never shown. */
  boolean secret() {
    return this == PASSWORD || this == STORE_PASSWORD;
  }

  /** True of the path of a file. */
  boolean file() {
    return switch (this) {
      case PASSWORD_FILE, TRUST_STORE, CA, KEY_STORE, CERT, KEY, STORE_PASSWORD_FILE -> true;
      default -> false;
    };
  }

  /** The option on the command line. */
  String option() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The variable in the environment. */
  String variable() {
    return "GRAPHEMBER_" + name();
  }

  /** The setting in the file. */
  String key() {
    StringBuilder key = new StringBuilder();
    for (String word : name().split("_")) {
      final String lower = word.toLowerCase(Locale.ROOT);
      key.append(key.length() == 0 ? lower : word.charAt(0) + lower.substring(1));
    }
    return key.toString();
  }
}
