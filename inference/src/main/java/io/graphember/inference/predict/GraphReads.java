// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.memory.RowMatrix;
import java.util.List;

/**
 * What predictions read of a graph, wherever its partitions lie. A port: partitions may be of this
 * process, or of others. Requests of one call are of different partitions.
 */
public interface GraphReads {
  /** Number of partitions, those of given vertices among them. */
  int partitions();

  /** Describes masters; answers are in the order of the requests. */
  List<MasterVertices> masters(List<MasterRequest> requests);

  /** Reads in-edges; answers are in the order of the requests. */
  List<ListedEdges> lists(List<ListRequest> requests);

  /**
   * Masters that are asked for.
   *
   * @param partition that has them
   * @param locals local numbers in it
   */
  record MasterRequest(int partition, int[] locals) {}

  /**
   * Masters as a partition describes them, in the order in which they were asked for.
   *
   * @param types type of each
   * @param replicaOffsets first replica of each, and the end
   * @param replicas their replicas that have in-edges, the master's own among them, by ascending
   *     partition: three numbers each, the partition, the local number there, the in-edges there
   * @param rows what enters layer 0
   * @param rowNumbers row of each
   */
  record MasterVertices(
      int[] types, int[] replicaOffsets, int[] replicas, RowMatrix rows, int[] rowNumbers) {
    /** Numbers of a replica. */
    public static final int REPLICA = 3;
  }

  /**
   * In-edges that are asked for.
   *
   * @param partition that has them
   * @param locals local numbers of their vertices
   * @param counts how many places are asked for of each list; {@link #WHOLE} for all
   * @param places of those lists that are not asked for as a whole, one after the other, ascending
   */
  record ListRequest(int partition, int[] locals, int[] counts, int[] places) {
    /** All places of a list. */
    public static final int WHOLE = -1;
  }

  /**
   * In-edges, list by list.
   *
   * @param counts how many each list has
   * @param sources id of the source of each edge
   * @param types type of each; empty if they are not asked for
   * @param features of each edge in turn; empty if they are not asked for
   */
  record ListedEdges(int[] counts, long[] sources, int[] types, float[] features) {}
}
