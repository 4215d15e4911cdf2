// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.ignite.Ignite;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests into their cache, on the node that keeps the name. Ignite asks while it holds the
 * entry, on a thread that must not wait: nothing here takes a cache, and nothing throws, since an
 * exception at this place can end a node. Safe for use by several threads.
 */
final class RequestDoor {
  /** Characters of a request, 256 Ki: a job file has some thousand. */
  static final int MOST_CHARACTERS = 256 << 10;

  private static final int MOST_NAME = 128;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private final Ignite ignite;
  private final Permissions permissions;
  private final Clock clock;
  private final NodeThreads threads;
  private final RequestTaker taker;
  private final RequestOffers offers;

  @Inject
  RequestDoor(
      Ignite ignite,
      Permissions permissions,
      Clock clock,
      NodeThreads threads,
      RequestTaker taker,
      RequestOffers offers) {
    this.ignite = ignite;
    this.permissions = permissions;
    this.clock = clock;
    this.threads = threads;
    this.taker = taker;
    this.offers = offers;
  }

  /**
   * What is to be kept of a text that somebody puts; empty to keep what there is. What is refused
   * is said in the status of the name.
   */
  Optional<String> admit(String name, @Nullable String before, String text) {
    final Optional<String> user = permissions.caller().user();
    final String asked = StampedRequest.unstamped(text);
    final Optional<GraphemberException> refusal = refusal(name, before, asked, user);
    if (refusal.isPresent()) {
      if (name.length() <= MOST_NAME) { // else nothing is kept under it, not even that
        soon(() -> taker.refused(name, ErrorInfo.of(refusal.get())));
      }
      return Optional.empty();
    }
    return Optional.of(
        new StampedRequest(
                new StampedRequest.Stamp(
                    UUID.randomUUID(),
                    clock.millis(),
                    user.orElse(null),
                    permissions.subject().orElse(null)),
                asked)
            .stored());
  }

  private Optional<GraphemberException> refusal(
      String name, @Nullable String before, String text, Optional<String> user) {
    if (!NAME.matcher(name).matches()) {
      return refusal(
          NodeError.REQUEST_MALFORMED,
          "%s is no name of a request: it must be 1 to 128 letters, digits, '.', '-' and '_', starting with a letter or digit."
              .formatted(name.substring(0, Math.min(name.length(), 60))));
    }
    if (text.length() > MOST_CHARACTERS) {
      return refusal(
          NodeError.REQUEST_MALFORMED,
          "Request %s has %d characters, at most %d are taken: data belongs into tables or files."
              .formatted(name, text.length(), MOST_CHARACTERS));
    }
    if (!permitted(before, user)) {
      return refusal(
          NodeError.NOT_PERMITTED,
          "Request %s is not user %s's: put yours under another name."
              .formatted(name, user.orElse("anonymous")));
    }
    return Optional.empty();
  }

  private static Optional<GraphemberException> refusal(NodeError code, String message) {
    return Optional.of(new GraphemberException(code, message));
  }

  /** True if what is under a name may be changed by a user. */
  private static boolean permitted(@Nullable String before, Optional<String> user) {
    return Optional.ofNullable(before)
        .flatMap(StampedRequest::parse)
        .map(kept -> kept.stamp().byUser().equals(user))
        .orElse(true);
  }

  /** True if somebody may remove what is under a name. */
  boolean mayRemove(@Nullable String before) {
    return permissions.callerIsNode() || permitted(before, permissions.caller().user());
  }

  /** A request is in the cache: has it taken up at once. */
  void admitted(String name) {
    soon(() -> offers.offer(name));
  }

  private void soon(Runnable work) {
    try {
      threads
          .watches()
          .execute(
              () -> {
                try {
                  work.run();
                } catch (RuntimeException e) { // the oldest node finds it when it looks
                  ignite.log().warning("Graphember: a request waits: " + e.getMessage());
                }
              });
    } catch (GraphemberException e) {
      // All threads are busy: the same.
    }
  }
}
