// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

/**
 * A client that reads results again and again while faults happen. It may have to ask again; what
 * it reads must be what was published.
 */
final class Reading {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Map<String, Long> rows;
  private final CompletableFuture<Optional<String>> end;
  private volatile boolean over;
  private volatile int times;

  private Reading(String addresses, Map<String, Long> rows, ForkJoinPool threads) {
    this.rows = rows;
    end = CompletableFuture.supplyAsync(() -> read(addresses), threads);
  }

  /**
   * Begins to read what {@link Work#PROBE} has published of {@link Work#BASE}.
   *
   * @param rows a hash of all rows, of each publication
   */
  static Reading begin(String addresses, Map<String, Long> rows, ForkJoinPool threads) {
    return new Reading(addresses, rows, threads);
  }

  /** What was wrong, if anything. */
  private Optional<String> read(String addresses) {
    while (!over) {
      try (GraphemberClient client = GraphemberClient.connect(addresses)) {
        while (!over) {
          for (Map.Entry<String, Long> kind : rows.entrySet()) {
            if (Digest.rows(client, Work.BASE, Work.PROBE.job(), kind.getKey())
                != kind.getValue()) {
              return Optional.of("%s are not what they were".formatted(kind.getKey()));
            }
          }
          times++; // by this thread alone
          Bound.pass(PAUSE);
        }
      } catch (GraphemberException e) {
        if (e.category() == ErrorCategory.USER || e.category() == ErrorCategory.BUG) {
          return Optional.of(e.code() + " " + e.getMessage());
        }
      }
      Bound.pause();
    }
    return Optional.empty();
  }

  /**
   * Ends it.
   *
   * @return how often all was read
   * @throws Violation if something else was read than what was published
   */
  int end() throws Violation {
    over = true;
    final Optional<String> wrong = end.join();
    if (wrong.isPresent()) {
      throw new Violation("wrong: read meanwhile, " + wrong.get());
    }
    return times;
  }
}
