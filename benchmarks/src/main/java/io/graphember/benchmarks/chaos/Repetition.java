// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.benchmarks.measure.Measurement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/**
 * The same work again and again on one cluster that nothing happens to, and what its nodes take
 * after each time. Used by one thread.
 */
public final class Repetition {
  private static final int THREADS = 16;
  private static final List<Work> WORKS =
      List.of(
          Work.LOAD,
          Work.ADD,
          Work.SAMPLED,
          Work.WHOLE,
          Work.LINKS,
          Work.SAMPLED_CHECKPOINTS,
          Work.WALKS,
          Work.WALKS_CHECKPOINTS,
          Work.INFER,
          Work.INFER_FILES,
          Work.DROP_RESULTS,
          Work.DROP_GRAPH,
          Work.DROP_CHECKPOINT);

  private final ClusterPlan plan;
  private final Path folder;
  private final PrintWriter out;
  private final List<List<Usage>> usage = new ArrayList<>(); // of each time, of each node

  /**
   * Work on a new cluster.
   *
   * @param folder for the logs and files of its nodes; it stays if something has failed
   * @param out hears of every time
   */
  public Repetition(ClusterPlan plan, Path folder, PrintWriter out) {
    this.plan = plan;
    this.folder = folder;
    this.out = out;
  }

  /**
   * Works for some time; the last time begins before its end.
   *
   * @throws Violation if a result is another one than the first time, or anything is lost or left
   */
  public void run(Duration time) throws IOException, Violation {
    final ForkJoinPool threads = new ForkJoinPool(THREADS);
    try (ChaosCluster cluster = ChaosCluster.start(plan, folder, threads);
        Asking asking = new Asking(cluster.addresses(0))) {
      final Ledger ledger = new Ledger(asking);
      final Works works = new Works(asking, ledger, new EnumMap<>(Work.class));
      works.load(Work.BASE);
      final Bound bound = Bound.in(time);
      while (!bound.over()) {
        for (Work work : WORKS) {
          once(work, asking, ledger, works);
        }
        ledger.require();
        usage.add(UsageGrowth.of(cluster));
        out.printf("%d times, %s%n", usage.size(), usage.get(usage.size() - 1).get(0).text());
        out.flush();
      }
    } finally {
      threads.shutdownNow();
    }
    Campaign.delete(folder);
  }

  private static void once(Work work, Asking asking, Ledger ledger, Works works) throws Violation {
    final Digest expected = works.expected(work).digest();
    if (work.isDrop()) {
      final Task task = new Task(work, works.prepare(work));
      asking.once(task::drop);
      ledger.dropped(work);
      return;
    }
    works.prepare(work);
    final Digest digest;
    if (work.isLoad()) {
      works.again(work);
      digest = works.probe(work.graph());
    } else {
      digest = works.run(work, Work.BASE);
    }
    if (!digest.equals(expected)) {
      throw new Violation(
          "wrong: %s gives %s, the first time %s".formatted(work.job(), digest, expected));
    }
  }

  /** How often all work was done. */
  public int times() {
    return usage.size();
  }

  /** As a report has it. */
  public List<Measurement> measurements() {
    return UsageGrowth.measurements(
        usage,
        "%d JVMs, %s".formatted(plan.nodes(), plan.persistent() ? "persistent" : "in memory"));
  }
}
