// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What one node did for a job.
 *
 * @param node name of the node: its consistent id
 * @param clientPort port at which it takes thin clients, 0 for none
 * @param partitions numbers of the partitions it owned
 * @param trainers trainers it ran
 * @param rowsHeld feature rows it held
 * @param gathersServed gathers of its partitions, for itself and for other nodes
 * @param sampledEdges edges that these have read for samples: the work of a storage node
 * @param rowsServed feature rows it served to other nodes, singly or added up
 * @param requestsServed messages of other nodes it answered
 * @param bytesServed bytes of these and of the replies
 * @param busySeconds processor time that this took, replies on their way included
 * @param samplingSeconds of this, what went into samples; the rest went into rows
 * @param bytesMoved bytes of requests and replies that its trainers and publishers exchanged with
 *     other nodes
 * @param bytesSpared bytes that its trainers did not move because neighbours were added up where
 *     their rows are; negative if that moved more
 * @param stepsReplayed steps of rows of tables that were made up for one by one, by a dense Adam
 * @param answers how other nodes have answered this one; of results that were stored before this
 *     was counted: none
 * @param mappedRowsRead feature rows in files of its {@code graphFolder} that batches have read
 *     there, each time; not those that steps of all partitions and inference over a whole graph
 *     read from one end to the other
 * @param pageFaults how often the whole process of the node has waited for a page to be read from
 *     the disk while the job was open there, for whatever file; null where it was not measured: the
 *     system has no {@code /proc}, or the result was stored before this was counted
 * @param pausedSeconds how long threads have paused for a quota, added up over them; 0 of results
 *     that were stored before this was counted
 */
public record NodeCounts(
    String node,
    int clientPort,
    int[] partitions,
    int trainers,
    long rowsHeld,
    long gathersServed,
    long sampledEdges,
    long rowsServed,
    long requestsServed,
    long bytesServed,
    double busySeconds,
    double samplingSeconds,
    long bytesMoved,
    long bytesSpared,
    long stepsReplayed,
    List<NodeAnswers> answers,
    long mappedRowsRead,
    @Nullable Long pageFaults,
    double pausedSeconds) {

  public NodeCounts {
    answers = answers == null ? List.of() : answers;
  }

  /**
   * What share of the rows that were read of mapped files had to be waited for: page faults for
   * each of them. Rather too high than too low, since the faults are those of the whole process,
   * topology in files among them; above 1 where rows that miss are longer than a page.
   *
   * @return empty where no such row was read, or faults were not measured
   */
  public OptionalDouble missShare() {
    return pageFaults == null || mappedRowsRead == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) pageFaults / mappedRowsRead);
  }

  /**
   * The normalised load of storage nodes (GLISP, figure 10): edges that each has sampled over their
   * mean; 1 everywhere is balance. GLISP divides by the smallest, which is 0 for an idle node.
   *
   * @return of each node in the order given; NaN for those without partitions, and where no edge
   *     was sampled
   */
  public static double[] normalizedLoads(List<NodeCounts> nodes) {
    double mean =
        nodes.stream()
            .filter(NodeCounts::stores)
            .mapToLong(NodeCounts::sampledEdges)
            .average()
            .orElse(0);
    return nodes.stream()
        .mapToDouble(node -> node.stores() && mean > 0 ? node.sampledEdges / mean : Double.NaN)
        .toArray();
  }

  private boolean stores() {
    return partitions.length > 0;
  }
}
