// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.spi.security.Caller;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.ignite.Ignite;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.processors.security.IgniteSecurity;
import org.apache.ignite.internal.processors.security.OperationSecurityContext;
import org.apache.ignite.plugin.security.SecuritySubject;
import org.apache.ignite.plugin.security.SecuritySubjectType;

/**
 * Who calls a service on this node, as Ignite's security has it: its own authentication, a plugin's
 * or ours. Uses Ignite's internals, since nothing public tells. Safe for use by several threads.
 */
final class Callers {
  private final IgniteEx ignite;

  /** Callers of a node. */
  Callers(Ignite ignite) {
    this.ignite = (IgniteEx) ignite;
  }

  private IgniteSecurity security() {
    return ignite.context().security();
  }

  /** True if callers are authenticated. */
  boolean known() {
    return security().enabled();
  }

  /** Whoever this thread works for. */
  Caller current() {
    if (!known()) {
      return Caller.ANONYMOUS;
    }
    SecuritySubject subject = security().securityContext().subject();
    return caller(subject);
  }

  /** A subject of Ignite's. */
  static Caller caller(SecuritySubject subject) {
    final Object login = subject.login();
    final InetSocketAddress address = subject.address();
    return new Caller(
        Optional.ofNullable(login)
            .map(Object::toString)
            .filter(name -> !name.isEmpty() && !name.equals(Subjects.ANONYMOUS)),
        address == null ? "" : address.getHostString() + ":" + address.getPort());
  }

  /**
   * Does work in the name of the node instead of the caller: the caller was asked whether he may do
   * it, and has no permission for the caches that it takes.
   */
  <T> T asNode(Supplier<T> work) {
    return as(ignite.context().localNodeId(), work);
  }

  /** True if this thread works for a node, or subjects are not known. */
  boolean isNode() {
    return !known()
        || security().securityContext().subject().type() == SecuritySubjectType.REMOTE_NODE;
  }

  /** The subject that this thread works for; empty if subjects are not known. */
  Optional<UUID> subject() {
    return known() ? Optional.of(security().securityContext().subject().id()) : Optional.empty();
  }

  /**
   * Does work in the name of a subject.
   *
   * @throws IllegalStateException if Ignite does not know it any more
   */
  <T> T as(UUID subject, Supplier<T> work) {
    try (OperationSecurityContext context = security().withContext(subject)) {
      return work.get();
    }
  }
}
