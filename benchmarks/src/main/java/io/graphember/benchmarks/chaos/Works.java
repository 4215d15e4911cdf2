// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Does work while nothing disturbs it, and takes note of what it leaves. Used by one thread. */
final class Works {
  private static final Duration LONGEST = Duration.ofSeconds(180);

  private final Asking asking;
  private final Ledger ledger;
  private final Map<Work, Expected> expected;
  private final Set<Work> there = EnumSet.noneOf(Work.class); // done on this cluster

  /**
   * Work on a cluster.
   *
   * @param expected what work gives, as far as it is known; more is put there
   */
  Works(Asking asking, Ledger ledger, Map<Work, Expected> expected) {
    this.asking = asking;
    this.ledger = ledger;
    this.expected = expected;
  }

  /** Loads a graph as work finds it. */
  void load(String graph) throws Violation {
    load(Work.before(graph));
    ledger.loaded(graph);
  }

  private void load(JobSettings graph) throws Violation {
    asking.once(client -> Task.load(client, graph, Task.NOBODY));
  }

  /**
   * Makes what work needs.
   *
   * @return number of the checkpoint that is to be dropped; 0 for none
   */
  long prepare(Work work) throws Violation {
    switch (work) {
      case INFER, INFER_FILES -> {
        if (there.add(Work.DEEP)) {
          run(Work.DEEP, Work.BASE);
        }
      }
      case LOAD, LOAD_RESUMABLE, ADD -> load(work.graph());
      case DROP_GRAPH, DROP_RESULTS -> {
        load(work.graph());
        run(Work.PROBE, work.graph());
      }
      case DROP_CHECKPOINT -> {
        return cancelled(work);
      }
      default -> {
        // it needs the graph alone
      }
    }
    return 0;
  }

  /** What work gives undisturbed. */
  Expected expected(Work work) throws Violation {
    Expected known = expected.get(work);
    if (known == null) {
      known = work.isDrop() ? Expected.NOTHING : undisturbed(work);
      expected.put(work, known);
    }
    return known;
  }

  /** As in a round: another job runs beside it. */
  private Expected undisturbed(Work work) throws Violation {
    prepare(work);
    if (work == Work.BESIDE) {
      return timed(work);
    }
    final long beside = submit(Work.BESIDE, Work.BASE);
    final Expected expected = timed(work);
    take(beside);
    return expected;
  }

  private Expected timed(Work work) throws Violation {
    final long began = System.nanoTime();
    if (work.isLoad()) {
      load(work.loaded());
      ledger.loaded(work.graph());
      final double seconds = (System.nanoTime() - began) / 1e9;
      return new Expected(probe(work.graph()), seconds);
    }
    final Digest digest = run(work, Work.BASE);
    return new Expected(digest, (System.nanoTime() - began) / 1e9);
  }

  /** Goes on with a load whose client was killed. */
  void goOn(Work work) throws Violation {
    load(work.loaded());
    ledger.loaded(work.graph());
  }

  /** Loads what a load had not loaded. */
  void again(Work work) throws Violation {
    prepare(work);
    load(work.loaded());
    ledger.loaded(work.graph());
  }

  /** The result of a small job on a graph. */
  Digest probe(String graph) throws Violation {
    return run(Work.PROBE, graph);
  }

  /** Runs a job. */
  Digest run(Work work, String graph) throws Violation {
    return take(submit(work, graph));
  }

  /** Begins a job; its number. */
  long submit(Work work, String graph) throws Violation {
    final String settings = SettingsDocument.toJson(work.settings(graph));
    return asking.ask(client -> client.submit(settings)).number();
  }

  /** Waits for a job that nothing disturbs any more, and takes note of what it leaves. */
  Digest take(long job) throws Violation {
    final JobState state = awaitEnd(job);
    if (state.status() != JobState.Status.DONE) {
      throw new Violation(
          "job %s has failed undisturbed: %s".formatted(state.name(), state.error()));
    }
    final JobResult result = asking.ask(client -> client.job(job).result());
    final Digest digest = asking.ask(client -> Digest.of(client, result));
    ledger.left(result.graph().name(), result.name(), digest.rows());
    return digest;
  }

  /** The last state of a job, once it has ended. */
  JobState awaitEnd(long job) throws Violation {
    final Bound bound = Bound.in(LONGEST);
    while (true) {
      final JobState state = asking.ask(client -> client.job(job).state());
      if (state.status().ended()) {
        return state;
      }
      if (bound.over()) {
        throw new Violation(
            "job %s does not end, in phase %s".formatted(state.name(), state.phase()));
      }
      Bound.pause();
    }
  }

  /** A job that leaves a checkpoint. */
  private long cancelled(Work work) throws Violation {
    final long job = submit(work, Work.BASE);
    final Bound bound = Bound.in(LONGEST);
    while (asking.ask(client -> client.job(job).state()).epochs().size() < 3) {
      if (bound.over()) {
        throw new Violation("job %s does not train".formatted(work.job()));
      }
      Bound.pause();
    }
    asking.ask(client -> client.job(job).cancel());
    if (Optional.ofNullable(awaitEnd(job).keptStep()).isEmpty()) {
      throw new Violation("job %s has left no checkpoint".formatted(work.job()));
    }
    return job;
  }
}
