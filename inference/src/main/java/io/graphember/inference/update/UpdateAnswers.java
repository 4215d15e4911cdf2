// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.layerwise.ServedEdges;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.ResidentLists;
import io.graphember.memory.array.IntArray;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * What a share answers to others while all of them are at a stage, and to itself: requests are
 * checked, since they may come from another process. Safe for use by several threads.
 *
 * @param work what the share works on
 */
record UpdateAnswers(ChangeInWork work) implements UpdatePeers {
  /**
   * The layer that a request is about.
   *
   * @param left true if it may be the one before that in work, which others may still be at
   */
  private KeptLayer served(int of, int partition, boolean left) {
    if (partition < 0 || partition >= work.home.length || work.home[partition] == null) {
      throw refused("partition %d is not kept here".formatted(partition));
    }
    final int inWork = work.layer;
    if (of < 0 || of >= work.layers.size() || of != inWork && !(left && of == inWork - 1)) {
      throw refused("layer %d is asked for, which is not in work here".formatted(of));
    }
    return work.layers.get(of);
  }

  @Override
  public float[] rows(int of, int partition, int[] masters) {
    final KeptLayer kept = served(of, partition, true);
    requireVertices(partition, masters, work.home[partition].topology().masters());
    final float[] rows = new float[Math.multiplyExact(masters.length, kept.columns())];
    for (int i = 0; i < masters.length; i++) {
      kept.shared()[partition].read(masters[i], rows, i * kept.columns());
    }
    return rows;
  }

  @Override
  public InEdges edges(int of, int partition, int[] vertices, InEdgesShape asked) {
    served(of, partition, true);
    if (!asked.equals(work.shape())) {
      throw refused("edges are asked for as %s, here they are %s".formatted(asked, work.shape()));
    }
    requireVertices(partition, vertices, work.home[partition].topology().vertices());
    return new ServedEdges(work.home[partition], new ResidentLists(work.home[partition]), asked)
        .of(vertices);
  }

  @Override
  public float[] rowsBefore(int of, int partition, int[] masters) {
    final KeptLayer kept = served(of, partition, false);
    requireVertices(partition, masters, work.home[partition].topology().masters());
    final int columns = kept.columns();
    final float[] rows = new float[Math.multiplyExact(masters.length, columns)];
    final float[] row = new float[columns];
    for (int i = 0; i < masters.length; i++) {
      work.entering().readBeforeOf(partition, masters[i], row);
      final float factor =
          kept.weighted() ? ResidentLists.ofDegree(work.degreeBefore(partition, masters[i])) : 1;
      for (int j = 0; j < columns; j++) {
        rows[i * columns + j] = factor * row[j];
      }
    }
    return rows;
  }

  @Override
  public RowDifferences differences(int of, int partition, int q, int from) {
    final KeptLayer kept = served(of, partition, false);
    final ChangedRows rows = work.entering();
    final int[] masters = rows.masters(partition);
    final int columns = kept.addedColumns();
    final int most = mostOfAPiece(columns);
    final IntArray vertices = new IntArray(64);
    final IntArray positions = new IntArray(64);
    int i = Math.max(0, from);
    for (; i < masters.length && vertices.size < most; i++) {
      if (rows.sharedChanged(partition, i)
          || kept.weighted() && Arrays.binarySearch(work.redegreed[partition], masters[i]) >= 0) {
        final int local = localOfSource(partition, masters[i], q);
        if (local >= 0) {
          vertices.add(local);
          positions.add(i);
        }
      }
    }
    final float[] differences = new float[vertices.size * columns];
    final float[] old = new float[columns];
    final float[] now = new float[columns];
    for (int v = 0; columns > 0 && v < vertices.size; v++) {
      final int master = masters[positions.values[v]];
      rows.readBefore(partition, positions.values[v], old);
      kept.shared()[partition].read(master, now, 0);
      final float before =
          kept.weighted() ? ResidentLists.ofDegree(work.degreeBefore(partition, master)) : 1;
      final float after =
          kept.weighted()
              ? ResidentLists.ofDegree(work.home[partition].topology().inDegree(master))
              : 1;
      for (int j = 0; j < columns; j++) {
        differences[v * columns + j] = after * now[j] - before * old[j];
      }
    }
    return new RowDifferences(vertices.toArray(), differences, i < masters.length ? i : -1);
  }

  /** Local number in a partition of a master that has out-edges there; -1 if it has none. */
  private int localOfSource(int partition, int master, int q) {
    final PartitionTopology topology = work.home[partition].topology();
    if (q == partition) {
      return topology.out().lists().degree(master) > 0 ? master : -1;
    }
    final int entry = NeighborFetch.entry(topology.replicas(), master, q);
    return entry >= 0 && topology.replicas().outDegrees().get(entry) > 0
        ? topology.replicas().locals().get(entry)
        : -1;
  }

  @Override
  public SumDifferences sumDifferences(int of, int partition, int p, int from) {
    final KeptLayer kept = served(of, partition, false);
    final SumChanges[] all = work.spreads;
    if (all == null || all[partition] == null || from < 0) {
      throw refused("differences of sums are asked for, which are not made yet");
    }
    return all[partition].piece(p, from, mostOfAPiece(kept.addedColumns()));
  }

  static void requireVertices(int partition, int[] vertices, int end) {
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= end) {
        throw refused("vertex %d is not one of partition %d".formatted(vertex, partition));
      }
    }
  }

  static int mostOfAPiece(int columns) {
    return Math.max(1, PIECE_BYTES / (4 * (columns + 2)));
  }

  static GraphemberException refused(String why) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request of inference that follows a graph is refused: %s.".formatted(why));
  }
}
