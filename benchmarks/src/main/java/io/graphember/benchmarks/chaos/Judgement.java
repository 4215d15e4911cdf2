// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges what has come of work, once the cluster is what it was. Work that has failed, as it may,
 * must have left nothing, and is taken up again.
 */
final class Judgement {
  /** With these a job may end by a fault; with {@link Fault#KILL_ALL} with any. */
  private static final Map<Fault, Set<String>> CODES =
      Map.of(
          Fault.FULL_REGION, Set.of("REGION_FULL"),
          Fault.FULL_DISK, Set.of("STORE_FAILED", "ENGINE_UNAVAILABLE"));

  private final Asking asking;
  private final Ledger ledger;
  private final Works works;

  Judgement(Asking asking, Ledger ledger, Works works) {
    this.asking = asking;
    this.ledger = ledger;
    this.works = works;
  }

  /**
   * Judges.
   *
   * @param task the work
   * @param job its number; 0 of work that is no job, or has not begun
   * @return whether it was taken up again
   * @throws Violation if it is not what it must be
   */
  boolean judge(Round round, Task task, long job, Outcome outcome, Expected undisturbed)
      throws Violation {
    if (outcome.refused() && !round.fault().mayFail(round.work())) {
      throw new Violation("failed: " + outcome.failure());
    }
    if (round.work().isJob()) {
      return job(round.work(), round.fault(), job, undisturbed.digest());
    }
    return round.work().isLoad()
        ? load(round.work(), outcome, undisturbed.digest())
        : drop(task, outcome);
  }

  /** Judges a job; see {@link #judge}. */
  boolean job(Work work, Fault fault, long job, Digest undisturbed) throws Violation {
    if (job == 0) {
      requireSame(work, works.run(work, Work.BASE), undisturbed);
      return true;
    }
    final JobState state = works.awaitEnd(job);
    if (state.status() == JobState.Status.DONE) {
      requireSame(work, works.take(job), undisturbed);
      return false;
    }
    final @Nullable ErrorInfo error = state.error();
    if (fault != Fault.KILL_ALL
        && (error == null || !CODES.getOrDefault(fault, Set.of()).contains(error.code()))) {
      throw new Violation("job %d has failed: %s".formatted(job, error));
    }
    final long resumed = asking.ask(client -> client.resume(job)).number();
    requireSame(work, works.take(resumed), undisturbed);
    return true;
  }

  private static void requireSame(Work work, Digest digest, Digest undisturbed) throws Violation {
    if (!digest.equals(undisturbed)) {
      throw new Violation(
          "wrong: %s gives %s, undisturbed %s".formatted(work.job(), digest, undisturbed));
    }
  }

  private boolean load(Work work, Outcome outcome, Digest undisturbed) throws Violation {
    final boolean unchanged = ledger.unchanged(work.graph());
    if (outcome.done() && unchanged) {
      throw new Violation("lost: a load was acknowledged, and the graph is what it was");
    }
    if (unchanged && work.isResumable() && !outcome.refused()) {
      works.goOn(work); // its client was killed: what was sent is there
      ledger.require();
    } else if (unchanged) {
      ledger.require(); // nothing of it is left
      works.again(work);
    } else {
      ledger.loaded(work.graph()); // all of it, whether somebody has heard of it or not
    }
    requireSame(work, works.probe(work.graph()), undisturbed);
    return unchanged;
  }

  private boolean drop(Task task, Outcome outcome) throws Violation {
    final boolean there = there(task);
    if (there && outcome.done()) {
      throw new Violation(
          "left: a drop was acknowledged, and %s is there".formatted(task.work().job()));
    }
    if (there) {
      asking.once(task::drop);
    }
    ledger.dropped(task.work());
    return there;
  }

  private boolean there(Task task) throws Violation {
    final String graph = task.work().graph();
    return switch (task.work()) {
      case DROP_GRAPH -> !ledger.missing(graph);
      case DROP_RESULTS -> !asking.ask(client -> client.results(graph)).isEmpty();
      default ->
          asking.ask(GraphemberClient::checkpoints).stream()
              .map(CheckpointInfo::id)
              .anyMatch(id -> id == task.subject());
    };
  }
}
