// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import jakarta.inject.Inject;
import java.util.stream.Stream;

/**
 * How long the requests of this node to others took until they were answered, since it started:
 * with their way, their wait for a turn and the answer. Safe for use by several threads.
 */
public final class RequestTimes {
  private final Latencies[] byKind =
      Stream.of(RequestKind.values()).map(kind -> new Latencies()).toArray(Latencies[]::new);

  /** Nobody was asked yet. */
  @Inject
  public RequestTimes() {}

  /** Those of a kind. */
  public Latencies of(RequestKind kind) {
    return byKind[kind.ordinal()];
  }
}
