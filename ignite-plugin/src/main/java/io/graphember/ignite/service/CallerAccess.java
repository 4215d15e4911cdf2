// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.entry.Ownership;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Action;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;
import java.util.Optional;
import java.util.UUID;

/**
 * What the caller of one request may do. Owners may do everything with what they have made. Used by
 * one thread.
 */
final class CallerAccess {
  private final Permissions permissions;
  private final Ownership owners;
  private final Caller caller;
  private final Optional<UUID> subject;

  private CallerAccess(
      Permissions permissions, Ownership owners, Caller caller, Optional<UUID> subject) {
    this.permissions = permissions;
    this.owners = owners;
    this.caller = caller;
    this.subject = subject;
  }

  /** What whoever this thread works for may do. */
  static CallerAccess current(Permissions permissions, Ownership owners) {
    return new CallerAccess(permissions, owners, permissions.caller(), permissions.subject());
  }

  /** The caller as {@link Permissions#subject} has him, for work that goes on in his name. */
  Optional<UUID> subject() {
    return subject;
  }

  /** The caller's name; empty if Ignite knows none. */
  Optional<String> user() {
    return caller.user();
  }

  /** What the caller is called in messages. */
  String name() {
    return caller.name();
  }

  /**
   * Refuses an operation on the cluster.
   *
   * @throws GraphemberException with code {@link io.graphember.jobs.NodeError#NOT_PERMITTED}, as
   *     the other methods
   */
  void require(Action operation) {
    permissions.require(caller, operation, Target.CLUSTER, Optional.empty());
  }

  /** The same where the operation changes the cluster, which is written down also if permitted. */
  void requireToChange(Action operation) {
    permissions.requireToChange(caller, operation, Target.CLUSTER);
  }

  /** Refuses an operation on a graph. */
  void require(Action operation, String graph) {
    permissions.require(caller, operation, Target.graph(graph), owners.of(graph));
  }

  /** Refuses an operation on what a job makes of a graph. */
  void require(Action operation, String graph, String job) {
    permissions.require(caller, operation, Target.job(graph, job), owners.of(graph, job));
  }

  /** The same for what is done many times a second, which is written down once in an hour. */
  void requireOften(Action operation, String graph, String job) {
    permissions.requireOften(caller, operation, Target.job(graph, job), owners.of(graph, job));
  }

  /** The same for who asks whether he may: nothing is done yet. */
  void requireToAsk(Action operation, String graph, String job) {
    permissions.requireToAsk(caller, operation, Target.job(graph, job), owners.of(graph, job));
  }

  /**
   * Refuses to submit a job under a name that another user's job has: whoever submits one owns all
   * that is under its name.
   */
  void requireFree(String graph, String job) {
    Optional<String> owner = owners.of(graph, job);
    if (owner.isPresent() && !owner.equals(caller.user())) {
      permissions.refuse(
          caller,
          Action.SUBMIT,
          Target.job(graph, job),
          "Job %s of graph %s is user %s's: give yours another name, or have those results dropped first."
              .formatted(job, graph, owner.get()));
    }
  }

  /** Refuses what only one user may do, the one who began it. */
  void requireSame(Optional<String> user, Action operation, String graph) {
    if (!user.equals(caller.user())) {
      permissions.refuse(caller, operation, Target.graph(graph));
    }
  }

  /** True if the caller sees a graph in lists. */
  boolean sees(String graph) {
    return permissions.permits(caller, Action.READ_GRAPH, Target.graph(graph), owners.of(graph));
  }

  /** True if the caller sees in lists what a job has left. */
  boolean sees(String graph, String job) {
    return permissions.permits(
        caller, Action.READ_RESULTS, Target.job(graph, job), owners.of(graph, job));
  }
}
