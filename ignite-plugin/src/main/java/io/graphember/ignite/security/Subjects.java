// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.ignite.internal.processors.security.SecurityContext;
import org.apache.ignite.plugin.security.SecuritySubject;
import org.apache.ignite.plugin.security.SecuritySubjectType;
import org.jspecify.annotations.Nullable;

/** Subjects as Ignite's security asks for them. */
final class Subjects {
  /** Login of clients that have not logged in; no user can have it. */
  static final String ANONYMOUS = "(anonymous)";

  private static final int BY_NAME = 3;

  private Subjects() {}

  /**
   * The id of a login: the same on every node, since each must know every subject, wherever it
   * logged in.
   */
  static UUID id(String login) {
    return UUID.nameUUIDFromBytes(("graphember:" + login).getBytes(StandardCharsets.UTF_8));
  }

  /** True of ids of logins; ids of nodes are random. */
  static boolean isLogin(UUID id) {
    return id.version() == BY_NAME;
  }

  /** A client. */
  static SecurityContext client(String login, @Nullable InetSocketAddress address) {
    return new Known(new Subject(id(login), SecuritySubjectType.REMOTE_CLIENT, login, address));
  }

  /** A node. */
  static SecurityContext node(UUID id) {
    return new Known(new Subject(id, SecuritySubjectType.REMOTE_NODE, "", null));
  }

  /** A context that travels between nodes. */
  private static final class Known implements SecurityContext, Serializable {
    private static final long serialVersionUID = 1L;

    private final SecuritySubject subject;

    private Known(SecuritySubject subject) {
      this.subject = subject;
    }

    @Override
    public SecuritySubject subject() {
      return subject;
    }
  }

  private static final class Subject implements SecuritySubject {
    private static final long serialVersionUID = 1L;

    private final UUID id;
    private final SecuritySubjectType type;
    private final String login;
    private final @Nullable InetSocketAddress address;

    private Subject(
        UUID id, SecuritySubjectType type, String login, @Nullable InetSocketAddress address) {
      this.id = id;
      this.type = type;
      this.login = login;
      this.address = address;
    }

    @Override
    public UUID id() {
      return id;
    }

    @Override
    public SecuritySubjectType type() {
      return type;
    }

    @Override
    public Object login() {
      return login;
    }

    @Override
    public @Nullable InetSocketAddress address() {
      return address;
    }
  }
}
