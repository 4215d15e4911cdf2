// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.security;

/**
 * Decides who may do what. A node asks it for each call of a client, before anything is done; what
 * it throws refuses the call. Owners need no permission for what they have made themselves.
 *
 * <p>Implementations are safe for use by several threads, and quick: they do not wait for others.
 */
@FunctionalInterface
public interface Authorizer {
  /** Permits everything to everybody. */
  Authorizer OPEN = (caller, operation, target) -> true;

  /** True if the caller may do that. */
  boolean permits(Caller caller, Action operation, Target target);
}
