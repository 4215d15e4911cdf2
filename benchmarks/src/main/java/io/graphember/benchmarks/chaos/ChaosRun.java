// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.NodeWork;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/**
 * Rounds on one cluster. Each begins a piece of work, lets its fault happen in its phase, brings
 * the cluster back, and compares what has come of it with the same work undisturbed, and all that
 * was acknowledged with what can be read. Used by one thread.
 */
final class ChaosRun implements AutoCloseable {
  /** Longest wait for the phase; no fault has happened yet, but the machine may be busy. */
  private static final Duration BEGIN = Duration.ofMinutes(4);

  private static final Duration IDLE = Duration.ofSeconds(60);

  /**
   * A node that fails is noticed within 10 s and given up after as many, by Ignite's defaults; an
   * interval between checkpoints is below one second; then the machine may be busy.
   */
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(90);

  private static final int THREADS = 16;
  private static final int MOST_RESULTS = 1000;

  private final Path folder;
  private final Tally tally;
  private final ForkJoinPool threads = new ForkJoinPool(THREADS);
  private final ChaosCluster cluster;
  private final Asking asking;
  private final Ledger ledger;
  private final Works works;
  private final Filler filler = new Filler();
  private final Map<String, Long> published; // of a job that stays

  /**
   * Starts a cluster.
   *
   * @param folder for the logs and files of its nodes
   * @param expected what work gives undisturbed, as far as it is known; more is put there
   */
  ChaosRun(ClusterPlan plan, Path folder, Map<Work, Expected> expected, Tally tally)
      throws IOException, Violation {
    this.folder = folder;
    this.tally = tally;
    cluster = ChaosCluster.start(plan, folder, threads);
    asking = new Asking(cluster.addresses(0));
    ledger = new Ledger(asking);
    works = new Works(asking, ledger, expected);
    works.load(Work.BASE);
    published = works.probe(Work.BASE).rows();
  }

  /**
   * One round.
   *
   * @return how long its stages took
   * @throws Violation if something is wrong, lost, left or too late
   */
  String round(Round round) throws IOException, Violation {
    final Fault fault = round.fault();
    final Stages stages = new Stages();
    final Expected undisturbed = works.expected(round.work());
    final Expected undisturbedBeside = works.expected(Work.BESIDE);
    final Task task = new Task(round.work(), works.prepare(round.work()));
    ledger.retain(Work.BASE, MOST_RESULTS + round.pick());
    stages.end("prepared");
    final int entry = round.pick() % cluster.plan().nodes();
    if (fault == Fault.FULL_REGION) {
      filler.almost(cluster.addresses(entry));
    }
    final Reading reading = Reading.begin(cluster.addresses(entry), published, threads);
    final long beside = works.submit(Work.BESIDE, Work.BASE);
    final Running running =
        fault.killsClient(cluster.plan())
            ? Running.apart(task, cluster.addresses(entry), folder, threads)
            : Running.here(task, cluster.addresses(entry), threads);
    final boolean hit = awaitPhase(round, running);
    new Infliction(cluster, asking, filler).inflict(round, entry, running);
    final Outcome outcome =
        running.await(
            LONGEST_DELAY
                .plusMillis((long) (1e3 * (undisturbed.seconds() + undisturbedBeside.seconds())))
                .plusSeconds(fault.frozenSeconds()));
    stages.end("worked");
    filler.drop(asking);
    cluster.mend();
    stages.end("mended");
    final int read = reading.end();
    awaitIdle();
    stages.end("idle");
    final Judgement judgement = new Judgement(asking, ledger, works);
    // First: what it has left is taken up, before anybody looks whether something else is left.
    judgement.job(Work.BESIDE, fault, beside, undisturbedBeside.digest());
    final boolean again = judgement.judge(round, task, running.job(), outcome, undisturbed);
    stages.end("judged");
    ledger.require();
    stages.end("read");
    tally.round(round, hit, again, outcome.seconds() - undisturbed.seconds());
    return "%s, read %d times meanwhile".formatted(stages, read);
  }

  /** Waits for the moment of the fault; false if the work has ended before. */
  private static boolean awaitPhase(Round round, Running running) throws Violation {
    final Bound bound = Bound.in(BEGIN);
    bound.until(
        () -> running.ended() || round.phase().is(running.phase()),
        () -> "%s in phase %s".formatted(round.work().job(), round.phase()));
    Bound.pass(Duration.ofMillis(round.millis()));
    return !running.ended();
  }

  /** Waits until no node does or holds anything. */
  private void awaitIdle() throws IOException, Violation {
    final Bound bound = Bound.in(IDLE);
    for (ChaosNode node : cluster.nodes()) {
      while (true) {
        final NodeWork work = asking.ask((GraphemberClient client) -> client.work(node.name()));
        final Optional<NodeStatus> status = node.status();
        if (work.idle() && status.isPresent() && status.get().idle()) {
          break;
        }
        if (bound.over()) {
          throw new Violation(
              "left: %s still runs %s, %s".formatted(node.name(), work.running(), status));
        }
        Bound.pause();
      }
    }
  }

  /** Drops everything, and looks whether nothing is left. */
  void finish() throws IOException, Violation {
    ledger.dropAll();
    awaitIdle();
    cluster.mend();
  }

  @Override
  public void close() {
    asking.close();
    cluster.close();
    threads.shutdownNow();
  }
}
