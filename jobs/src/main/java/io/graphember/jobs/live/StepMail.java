// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows that other nodes have sent for steps which all partitions of a job compute, until they are
 * taken. A node is at most one step ahead of another, so no more waits here than a step sends. Safe
 * for use by several threads.
 */
public final class StepMail {
  private final Map<Letter, CompletableFuture<float[]>> boxes = new ConcurrentHashMap<>();

  /**
   * What a message is known by.
   *
   * @param model number of the model whose steps it is of
   * @param host who has sent it
   * @param number of the message among those of the model
   */
  public record Letter(int model, int host, long number) {}

  /** Takes a message in; one that has come twice counts once. */
  public void put(Letter letter, float[] rows) {
    box(letter).complete(rows);
  }

  /** A message, as soon as it is there. */
  public CompletableFuture<float[]> expect(Letter letter) {
    return box(letter);
  }

  /** The message was read. */
  public void forget(Letter letter) {
    boxes.remove(letter);
  }

  private CompletableFuture<float[]> box(Letter letter) {
    return boxes.computeIfAbsent(letter, key -> new CompletableFuture<>());
  }
}
