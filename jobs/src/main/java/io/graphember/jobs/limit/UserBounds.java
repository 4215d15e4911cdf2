// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import java.util.Optional;

/** Which limits a user has now. Safe for use by several threads. */
@FunctionalInterface
public interface UserBounds {
  /**
   * The limits of a user.
   *
   * @param user login; empty for callers of whom nothing is known
   */
  UserLimits of(Optional<String> user);

  /** What a user is called in messages: the login, or {@code anonymous}. */
  static String name(Optional<String> user) {
    return user.orElse("anonymous");
  }
}
