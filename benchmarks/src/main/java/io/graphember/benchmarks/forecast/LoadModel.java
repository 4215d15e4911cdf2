// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

import java.util.List;

/**
 * What a load takes, phase by phase. Seconds of one node are fitted to loads into one, and how long
 * pieces come to loads into several; the processor time of all nodes and the memory of the largest
 * are fitted to all loads.
 *
 * @param receive seconds, one node
 * @param cut seconds, one node
 * @param write seconds, one node
 * @param receiveOfMany seconds, several nodes
 * @param cutProcessor processor seconds of all nodes
 * @param writeProcessor processor seconds of all nodes
 * @param peak bytes of the largest node
 * @param exchanged bytes between nodes
 */
record LoadModel(
    Fit receive,
    Fit cut,
    Fit write,
    Fit receiveOfMany,
    Fit cutProcessor,
    Fit writeProcessor,
    Fit peak,
    Fit exchanged) {
  private static final Term ONE = new Term("1", plan -> 1);
  private static final Term EDGES = new Term("E", LoadPlan::edges);
  private static final Term VERTICES = new Term("V", LoadPlan::vertices);
  private static final Term SENT = new Term("E (1 - 1/N)", plan -> plan.edges() * plan.sent());

  private static final List<Term> FLOW = List.of(ONE, EDGES, VERTICES);
  private static final List<Term> CUT =
      List.of(
          EDGES,
          SENT,
          new Term("E (steps - 1)", plan -> plan.edges() * (plan.steps() - 1)),
          new Term("V N", plan -> (double) plan.vertices() * plan.nodes()),
          new Term("V P N", plan -> (double) plan.vertices() * plan.partitions() * plan.nodes()),
          new Term("N", LoadPlan::nodes));
  private static final List<Term> WRITE =
      List.of(EDGES, SENT, new Term("R", LoadPlan::replicas), new Term("P", LoadPlan::partitions));
  private static final List<Term> MEMORY =
      List.of(
          ONE,
          new Term("E/N", plan -> (double) plan.edges() / plan.nodes()),
          VERTICES,
          new Term("E/P", plan -> (double) plan.edges() / plan.partitions()));
  private static final List<Term> EXCHANGE =
      List.of(
          SENT,
          new Term("V (1 - 1/N)", plan -> plan.vertices() * plan.sent()),
          new Term("R (N - 1)", plan -> plan.replicas() * (plan.nodes() - 1)));

  /** Fits to runs over one node and several. */
  static LoadModel of(List<LoadRun> runs) {
    List<LoadRun> alone = runs.stream().filter(run -> run.plan().nodes() == 1).toList();
    List<LoadRun> shared = runs.stream().filter(run -> run.plan().nodes() > 1).toList();
    return new LoadModel(
        Fit.of(FLOW, alone, run -> run.receive().seconds()),
        Fit.of(CUT, alone, run -> run.cut().seconds()),
        Fit.of(WRITE, alone, run -> run.write().seconds()),
        Fit.of(FLOW, shared, run -> run.receive().seconds()),
        Fit.of(CUT, runs, run -> run.cut().processor()),
        Fit.of(WRITE, runs, run -> run.write().processor()),
        Fit.of(MEMORY, runs, LoadRun::peakBytes),
        Fit.of(EXCHANGE, shared, LoadRun::exchangedBytes));
  }

  /**
   * Seconds of all phases of a load. Several nodes are each as fast as this machine and have its
   * cores for themselves: pieces come through one of them, what follows is shared, and takes one
   * core of each.
   */
  double seconds(LoadPlan plan) {
    return plan.nodes() == 1
        ? receive.predict(plan) + cut.predict(plan) + write.predict(plan)
        : receiveOfMany.predict(plan)
            + (cutProcessor.predict(plan) + writeProcessor.predict(plan)) / plan.nodes();
  }

  double peakBytes(LoadPlan plan) {
    return peak.predict(plan);
  }

  double exchangedBytes(LoadPlan plan) {
    return plan.nodes() == 1 ? 0 : exchanged.predict(plan);
  }
}
