// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The trainers of a job. Their number is fixed when the job starts; with the same number the result
 * has the same bits on any nodes.
 *
 * @param trainers how many; where partitions compute the steps, one for each of them
 * @param batchSize seeds of a step of all of them together, at most
 * @param batch what a step is computed over, as {@code training.batch.type} names it
 * @param compute who computes it: {@value #TRAINERS} or {@value #PARTITIONS}
 * @param why why they, and why so many
 * @param nodes nodes that run trainers, and others that could
 * @param versions of the parameters that they make; null if they step together
 */
public record JobTrainers(
    int trainers,
    long batchSize,
    String batch,
    String compute,
    String why,
    List<OnNode> nodes,
    @Nullable Versions versions) {
  /** Each trainer has batches of its own. */
  public static final String TRAINERS = "trainers";

  /** All partitions make a step together. */
  public static final String PARTITIONS = "partitions";

  /** Trainers that step together. */
  public JobTrainers(
      int trainers, long batchSize, String batch, String compute, String why, List<OnNode> nodes) {
    this(trainers, batchSize, batch, compute, why, nodes, null);
  }

  /**
   * What trainers do that change the parameters each for itself.
   *
   * @param consistency as {@code training.consistency} names it
   * @param staleness how many versions a trainer may be behind; 0 for any number
   * @param made how many versions there were; 0 before training is done
   * @param mostBehind how many versions a trainer was behind, at most
   */
  public record Versions(String consistency, long staleness, long made, long mostBehind) {}

  /**
   * The trainers of a node.
   *
   * @param node name of the node
   * @param trainers how many
   * @param processors of the node
   * @param stepSeconds mean time of a step of its trainers, without waiting for batches and for
   *     other trainers; 0 before training is done
   * @param step where the time of a step goes; null before training is done, and of a result of
   *     Graphember 0.1
   */
  public record OnNode(
      String node, int trainers, int processors, double stepSeconds, @Nullable StepSeconds step) {
    /** The trainers of a node whose steps have not been timed. */
    public OnNode(String node, int trainers, int processors, double stepSeconds) {
      this(node, trainers, processors, stepSeconds, null);
    }
  }

  /**
   * Where the time of a step goes: mean seconds a step of a trainer. A trainer waits, computes and
   * updates; what it computes on is sampled and fetched ahead by other threads, so these two may
   * take longer than the step.
   *
   * @param sample sampling of its neighbourhoods; 0 where partitions compute the steps
   * @param fetch rows of features, and putting the batch together; 0 where partitions compute
   * @param waiting for the batch and for other trainers
   * @param compute forward and backward pass
   * @param update change of the parameters
   */
  public record StepSeconds(
      double sample, double fetch, double waiting, double compute, double update) {}

  /** More than so many times the time of the others is slow. */
  private static final double SLOW = 2;

  /** What nobody notices is not said: steps of a few milliseconds differ by chance. */
  private static final double NOTICED_SECONDS = 0.005;

  /** What is wrong with how they are placed, a sentence each. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (OnNode node : nodes) {
      if (!byPartitions() && node.trainers > node.processors) {
        remarks.add(
            "node %s runs %d trainers on %d processors, so they wait for one another: fewer trainers or more nodes help"
                .formatted(node.node, node.trainers, node.processors));
      }
      final double others = medianOfOthers(node);
      if (others > 0
          && node.stepSeconds > SLOW * others
          && node.stepSeconds - others > NOTICED_SECONDS) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "node %s is slow: a step of its trainers takes %.1f times as long as on other nodes, %s",
                node.node,
                node.stepSeconds / others,
                versions == null ? "which wait for it" : "which make more of them"));
      }
    }
    return remarks;
  }

  /** True if all partitions make a step together. */
  public boolean byPartitions() {
    return compute.equals(PARTITIONS);
  }

  /** Of the other nodes that have trainers; 0 if nobody knows. */
  private double medianOfOthers(OnNode node) {
    double[] others =
        nodes.stream()
            .filter(other -> other != node && other.stepSeconds > 0)
            .mapToDouble(OnNode::stepSeconds)
            .sorted()
            .toArray();
    return others.length == 0 ? 0 : others[(others.length - 1) / 2];
  }

  /** Nodes with a trainer. */
  public int busyNodes() {
    return (int) nodes.stream().filter(node -> node.trainers > 0).count();
  }
}
