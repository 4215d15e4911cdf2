// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.security;

import java.util.Optional;

/**
 * Who calls.
 *
 * @param user login by which Ignite knows the caller; empty if it does not know any
 * @param address where the call comes from, {@code host:port}, for messages; empty if that is not
 *     known
 */
public record Caller(Optional<String> user, String address) {
  /** A caller of whom nothing is known: every caller, where Ignite's security is off. */
  public static final Caller ANONYMOUS = new Caller(Optional.empty(), "");

  /** The user's name, or {@code anonymous}. */
  public String name() {
    return user.orElse("anonymous");
  }
}
