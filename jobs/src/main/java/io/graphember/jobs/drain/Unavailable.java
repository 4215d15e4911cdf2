// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drain;

import java.time.Instant;

/**
 * That a node takes no new work, and why.
 *
 * @param node consistent id of the node
 * @param reason kind of the reason
 * @param detail who drains it, or what is wrong with it
 * @param atMillis since when, milliseconds since 1970
 */
public record Unavailable(String node, Reason reason, String detail, long atMillis) {
  /** Why a node takes no new work. */
  public enum Reason {
    /** Somebody drains it. */
    DRAINED,
    /** Something in its process cannot be mended while it runs. */
    NEEDS_RESTART
  }

  /** For messages: {@code node-1 is drained by ann since 2026-11-23T06:00:00Z}. */
  public String text() {
    final String since = " since " + Instant.ofEpochSecond(Math.floorDiv(atMillis, 1000L));
    return switch (reason) {
      case DRAINED -> "%s is drained by %s%s".formatted(node, detail, since);
      case NEEDS_RESTART -> "%s must be restarted%s, %s".formatted(node, since, detail);
    };
  }
}
