// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Action;
import io.graphember.spi.security.Authorizer;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.ignite.Ignite;
import org.jspecify.annotations.Nullable;

/**
 * What callers of a node's service may do, and the one place that asks. Safe for use by several
 * threads.
 */
public final class Permissions {
  /** Written down also when permitted: they change something. */
  private static final Set<Action> AUDITED =
      EnumSet.of(Action.WRITE_GRAPH, Action.DROP, Action.SUBMIT, Action.CANCEL);

  private final Callers callers;
  private final Authorizer authorizer;
  private final AuditLog audit;
  private final HourlyNotes<Often> often = new HourlyNotes<>();

  /** Permissions on a node. */
  public Permissions(Ignite ignite, Authorizer authorizer) {
    this.callers = new Callers(ignite);
    this.authorizer = authorizer;
    this.audit = new AuditLog(ignite.log());
  }

  /** True if Ignite knows callers, whoever authenticates them. */
  public boolean enabled() {
    return callers.known();
  }

  /** Whoever this thread works for. */
  public Caller caller() {
    return callers.current();
  }

  /**
   * Refuses what a caller may not do.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_PERMITTED}
   */
  public void require(Caller caller, Action operation, Target target) {
    require(caller, operation, target, Optional.empty());
  }

  /**
   * The same for what has an owner, who may do everything with it.
   *
   * @param owner user's name; empty if there is none or nobody knows
   */
  public void require(Caller caller, Action operation, Target target, Optional<String> owner) {
    require(
        caller,
        operation,
        target,
        permits(caller, operation, target, owner),
        AUDITED.contains(operation));
  }

  /**
   * The same for who asks whether he may: nothing is done, so nothing is written down that is
   * permitted.
   */
  public void requireToAsk(Caller caller, Action operation, Target target, Optional<String> owner) {
    require(caller, operation, target, permits(caller, operation, target, owner), false);
  }

  /**
   * The same for what is done many times a second: what is permitted is written down once in an
   * hour for each user and target.
   */
  public void requireOften(Caller caller, Action operation, Target target, Optional<String> owner) {
    final boolean permitted = permits(caller, operation, target, owner);
    require(
        caller,
        operation,
        target,
        permitted,
        permitted && often.isDue(new Often(caller.user(), operation, target)));
  }

  private record Often(Optional<String> user, Action operation, Target target) {}

  private void require(
      Caller caller, Action operation, Target target, boolean permitted, boolean written) {
    if (!permitted || written) {
      audit.write(caller, operation, target, permitted);
    }
    if (!permitted) {
      throw notPermitted(caller, operation, target);
    }
  }

  /**
   * Refuses what a caller may not do, and writes down also what he may: it changes something.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_PERMITTED}
   */
  public void requireToChange(Caller caller, Action operation, Target target) {
    require(caller, operation, target, authorizer.permits(caller, operation, target), true);
  }

  private static GraphemberException notPermitted(Caller caller, Action operation, Target target) {
    return new GraphemberException(
        NodeError.NOT_PERMITTED,
        "User %s may not %s on %s: no role of this user permits it; ask whoever runs the cluster."
            .formatted(caller.name(), operation.text(), target));
  }

  /**
   * Refuses what no role can permit.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_PERMITTED}, always
   */
  public void refuse(Caller caller, Action operation, Target target) {
    audit.write(caller, operation, target, false);
    throw notPermitted(caller, operation, target);
  }

  /**
   * The same with a reason of its own.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_PERMITTED}, always
   */
  public void refuse(Caller caller, Action operation, Target target, String reason) {
    audit.write(caller, operation, target, false);
    throw new GraphemberException(NodeError.NOT_PERMITTED, reason);
  }

  /** True if a caller may do something. */
  public boolean permits(Caller caller, Action operation, Target target, Optional<String> owner) {
    return owner.isPresent() && owner.equals(caller.user())
        || authorizer.permits(caller, operation, target);
  }

  /** Does what a caller was permitted to do, in the name of the node. */
  public <T> T asNode(Supplier<T> work) {
    return callers.asNode(work);
  }

  /** True if this thread works for a node, a client that is one among them, or nobody knows. */
  public boolean callerIsNode() {
    return callers.isNode();
  }

  /** The subject that this thread works for, by Ignite's id; empty where it knows none. */
  public Optional<UUID> subject() {
    return callers.subject();
  }

  /**
   * Does work in the name of somebody who has left: what is asked of Ignite meanwhile, he asks.
   *
   * @param subject as {@link #subject} had it
   * @throws GraphemberException with code {@link NodeError#NOT_PERMITTED} if nobody knows it now
   */
  public <T> T as(Optional<UUID> subject, Supplier<T> work) {
    if (enabled() != subject.isPresent()) {
      throw unknown(null);
    }
    return subject.isEmpty() ? work.get() : as(subject.get(), work);
  }

  private <T> T as(UUID subject, Supplier<T> work) {
    try {
      return callers.as(subject, work);
    } catch (IllegalStateException e) {
      throw unknown(e);
    }
  }

  private static GraphemberException unknown(@Nullable IllegalStateException cause) {
    return new GraphemberException(
        NodeError.NOT_PERMITTED,
        "The user who has put the request is not known to this node any more: sign in and put it again.",
        cause);
  }
}
