// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The contributions of all trainers to one step. The owner's lock guards it. */
final class StepRound {
  private final long step;
  private final List<List<RowGradients>> contributions; // by trainer, null until it has come
  private final List<CompletableFuture<Void>> futures = new ArrayList<>();
  private int missing;

  StepRound(long step, int trainers) {
    this.step = step;
    this.missing = trainers;
    this.contributions = Arrays.asList(newContributions(trainers));
    for (int t = 0; t < trainers; t++) {
      futures.add(new CompletableFuture<>());
    }
  }

  @SuppressWarnings("unchecked")
  private static List<RowGradients>[] newContributions(int trainers) {
    return (List<RowGradients>[]) new List<?>[trainers];
  }

  long step() {
    return step;
  }

  /**
   * Takes a trainer's contribution; one that comes again is ignored.
   *
   * @return true if it was the last one that was missing
   */
  boolean take(int trainer, List<RowGradients> gradients) {
    if (contributions.get(trainer) != null) {
      return false;
    }
    contributions.set(trainer, gradients);
    missing--;
    return missing == 0;
  }

  /** Done when the step is. */
  CompletableFuture<Void> future(int trainer) {
    return futures.get(trainer);
  }

  /** Of all trainers, in their order. */
  List<List<RowGradients>> contributions() {
    return contributions;
  }

  /** Ends the step for all trainers. */
  void complete() {
    futures.forEach(future -> future.complete(null));
  }

  /** Fails the step for all trainers. */
  void fail(Throwable cause) {
    futures.forEach(future -> future.completeExceptionally(cause));
  }
}
