// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a job was submitted.
 *
 * @param kind what its file says under {@code job}: {@code train}, {@code embed}, {@code infer}
 * @param user who has submitted it; null where the cluster knows no users
 * @param submitted when, in ms since 1970
 */
public record Submission(String kind, @Nullable String user, long submitted) {
  /** A submission by a user; empty where the cluster knows none. */
  public static Submission by(Optional<String> user, String kind, long now) {
    return new Submission(kind, user.orElse(null), now);
  }
}
