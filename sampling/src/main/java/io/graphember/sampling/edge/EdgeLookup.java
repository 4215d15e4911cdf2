// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.neighbor.EdgeRanker;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeSearches;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition whether it has edges between vertices, see {@link EdgeSearches}. */
public final class EdgeLookup implements PartitionRequest<EdgeLookup.Reply> {
  private final int partition;
  private final Direction direction;
  private final int[] edgeTypes;
  private final int[] vertices;
  private final long[] others;

  /**
   * A request about n pairs.
   *
   * @param direction IN or BOTH: an edge from the other vertex counts; OUT or BOTH: one to it does
   * @param edgeTypes type of the edge of each pair, or {@link EdgeRule#ANY_TYPE}; none where all
   *     are of any type
   * @param vertices local numbers
   * @param others ids
   */
  public EdgeLookup(
      int partition, Direction direction, int[] edgeTypes, int[] vertices, long[] others) {
    this.partition = partition;
    this.direction = direction;
    this.edgeTypes = edgeTypes;
    this.vertices = vertices;
    this.others = others;
  }

  /** Whether each pair has an edge in the partition. */
  static final class Reply implements PartitionReply {
    private final boolean[] found;

    Reply(boolean[] found) {
      this.found = found;
    }

    @Override
    public long bytes() {
      return found.length;
    }

    /** One flag for each pair, as many as were asked for. */
    boolean[] found(int pairs) {
      if (found.length != pairs) {
        throw Frontier.mismatch(found.length + " of " + pairs + " edges looked for");
      }
      return found;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 4L * (vertices.length + edgeTypes.length) + 8L * others.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    PartitionTopology topology = asked.topology();
    if (vertices.length != others.length) {
      throw outOfRange(others.length + " other vertices");
    }
    if (edgeTypes.length != 0 && edgeTypes.length != vertices.length) {
      throw outOfRange(edgeTypes.length + " edge types");
    }
    EdgeSearches searches = new EdgeSearches(topology, direction);
    for (int i = 0; i < vertices.length; i++) {
      if (vertices[i] < 0 || vertices[i] >= topology.vertices()) {
        throw outOfRange("vertex " + vertices[i]);
      }
      final int edgeType = edgeTypes.length == 0 ? EdgeRule.ANY_TYPE : edgeTypes[i];
      if (edgeType < EdgeRule.ANY_TYPE || edgeType >= topology.types().edgeTypes()) {
        throw EdgeRanker.typeUnknown(topology, edgeType);
      }
      final int other = topology.localOf(partition, others[i]);
      if (other >= 0) {
        searches.ask(i, vertices[i], other, edgeType);
      }
    }
    boolean[] found = new boolean[vertices.length];
    searches.answer(found);
    return new Reply(found);
  }

  private GraphemberException outOfRange(String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names %s, which partition %d does not hold.".formatted(what, partition));
  }
}
