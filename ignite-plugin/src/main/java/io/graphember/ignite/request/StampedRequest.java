// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.client.api.Json;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request as the cache {@code graphember.requests} keeps it. Text: a line {@value #MARK} followed
 * by the {@link Stamp} as JSON, then the text that was put. To YAML the line is a comment.
 *
 * @param stamp who has put it
 * @param text what was put
 */
record StampedRequest(Stamp stamp, String text) {
  static final String MARK = "#graphember ";
  private static final String CANCEL = "cancel";

  /**
   * Who has put a request, written by the node that took it into the cache.
   *
   * @param put one put, which no other has
   * @param at when, in ms since 1970
   * @param user name of the user; null where the cluster knows none
   * @param subject the user as Ignite's security knows him; null without it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Stamp(UUID put, long at, @Nullable String user, @Nullable UUID subject) {
    Optional<String> byUser() {
      return Optional.ofNullable(user);
    }

    Optional<UUID> bySubject() {
      return Optional.ofNullable(subject);
    }
  }

  /** The text that is kept. */
  String stored() {
    return MARK + Json.write(stamp) + "\n" + text;
  }

  /** True if it asks for the end of the job under its name. */
  boolean cancels() {
    return text.strip().equals(CANCEL);
  }

  /** A request that is kept; empty if it is none, since it came past the nodes' hands. */
  static Optional<StampedRequest> parse(String stored) {
    final int end = stored.indexOf('\n');
    if (!stored.startsWith(MARK) || end < 0) {
      return Optional.empty();
    }
    try {
      final Stamp stamp = Json.read(stored.substring(MARK.length(), end), Stamp.class);
      return stamp.put() == null
          ? Optional.empty()
          : Optional.of(new StampedRequest(stamp, stored.substring(end + 1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A text without the stamps that it begins with: it may have been read here and put again. */
  static String unstamped(String text) {
    String rest = text;
    while (rest.startsWith(MARK)) {
      final int end = rest.indexOf('\n');
      rest = end < 0 ? "" : rest.substring(end + 1);
    }
    return rest;
  }
}
