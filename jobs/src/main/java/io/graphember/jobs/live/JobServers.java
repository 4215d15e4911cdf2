// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.spi.error.GraphemberException;
import io.graphember.training.sync.ServedParameters;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a job that its first trainer serves on this node: those of its model, then
 * those of its baseline. Safe for use by several threads.
 */
public final class JobServers {
  private final Map<Integer, CompletableFuture<ServedParameters>> models =
      new ConcurrentHashMap<>();
  private volatile @Nullable GraphemberException stopped; // why nothing is served any more

  /** Nothing is served yet. */
  JobServers() {}

  /**
   * Serves the parameters of a model from now on.
   *
   * @param model its number in the job
   */
  public ServedParameters serve(int model, Supplier<ServedParameters> parameters) {
    final CompletableFuture<ServedParameters> served = of(model);
    if (!served.isDone()) {
      served.complete(parameters.get());
    }
    return served.join();
  }

  /** The parameters of a model, as soon as they are served. */
  public CompletableFuture<ServedParameters> of(int model) {
    final CompletableFuture<ServedParameters> served =
        models.computeIfAbsent(model, key -> new CompletableFuture<>());
    final GraphemberException reason = stopped;
    if (reason != null) {
      served.completeExceptionally(reason);
    }
    return served;
  }

  /** What has been done with the parameters of a model; empty if none were served. */
  public Optional<ServedParameters.Report> report(int model) {
    final CompletableFuture<ServedParameters> served = models.get(model);
    return served == null || !served.isDone() || served.isCompletedExceptionally()
        ? Optional.empty()
        : Optional.of(served.join().report());
  }

  /** Fails all who wait, and whoever comes from now on. */
  void stop(GraphemberException reason) {
    stopped = reason;
    for (CompletableFuture<ServedParameters> served : models.values()) {
      if (!served.completeExceptionally(reason) && !served.isCompletedExceptionally()) {
        served.join().stop(reason);
      }
    }
  }
}
