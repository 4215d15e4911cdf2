// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.TableHost;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings a trainer's changes of rows to the owner of partitions. Gradients of a step of all
 * trainers are answered when all have come; no thread waits for that.
 *
 * <p>Fields that travel, by Ignite's marshaller: number and placement epoch of the job, number of
 * the trainer, number of the step or change, whether it is of all trainers, and for each table and
 * partition the rows and their values.
 */
final class GradientsCall extends WaitingCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int trainer;
  private final long number;
  private final Kind kind;
  private final String[] tables;
  private final int[] partitions;
  private final int[][] rows;
  private final float[][] values;
  private transient @Nullable CompletableFuture<Void> step; // once it has arrived

  /** What is done with the values. */
  enum Kind {
    /** Gradients of a step that all trainers take together. */
    CONTRIBUTE,
    /** Gradients that are applied at once. */
    PUSH,
    /** Values that are added at once. */
    ADD
  }

  GradientsCall(LiveJob asking, int trainer, long number, Kind kind, List<RowGradients> gradients) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.trainer = trainer;
    this.number = number;
    this.kind = kind;
    tables = gradients.stream().map(RowGradients::table).toArray(String[]::new);
    partitions = gradients.stream().mapToInt(RowGradients::partition).toArray();
    rows = gradients.stream().map(RowGradients::rows).toArray(int[][]::new);
    values = gradients.stream().map(RowGradients::values).toArray(float[][]::new);
  }

  /** Bytes of the arrays. */
  static long bytes(List<RowGradients> gradients) {
    return gradients.stream()
        .mapToLong(part -> 4L * part.rows().length + 4L * part.values().length)
        .sum();
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.TABLES;
  }

  @Override
  public Optional<Consumer<Runnable>> arrive() {
    LiveJob live = jobs.get(job, epoch);
    List<RowGradients> gradients = new ArrayList<>();
    for (int i = 0; i < tables.length; i++) {
      gradients.add(new RowGradients(tables[i], partitions[i], rows[i], values[i]));
    }
    live.work().served(requestKind(), bytes(gradients));
    CompletableFuture<Void> begun = begin(live.tables().host(), gradients);
    step = begun;
    return begun.isDone()
        ? Optional.empty()
        : Optional.of(turn -> begun.whenComplete((done, failure) -> turn.run()));
  }

  private CompletableFuture<Void> begin(TableHost host, List<RowGradients> gradients) {
    switch (kind) {
      case PUSH -> host.push(trainer, number, gradients);
      case ADD -> host.add(trainer, number, gradients);
      case CONTRIBUTE -> {
        return host.contribute(trainer, number, gradients);
      }
      default -> throw new IllegalStateException("no such change: " + kind);
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Boolean run() {
    if (step == null) {
      throw new IllegalStateException("the gradients have not arrived");
    }
    step.join(); // has completed; a failure goes to the trainer
    return true;
  }
}
