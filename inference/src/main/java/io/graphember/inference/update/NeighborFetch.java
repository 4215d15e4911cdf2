// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.inference.layerwise.EdgeFetch;
import io.graphember.inference.layerwise.RowFill;
import io.graphember.inference.lists.BoundaryMasters;
import io.graphember.inference.lists.FetchedLists;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InLists;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.memory.array.IntArray;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.function.IntFunction;

/**
 * Fetches all in-edges of some masters and the rows of their sources, from every partition as from
 * another process, so that a pass over these masters alone reads them as a whole pass does.
 *
 * @param home partitions of this process by number; null for others
 * @param owners who keeps a partition, this process too
 * @param shape what the model looks at of edges
 * @param work takes the bytes before they are fetched
 */
record NeighborFetch(
    InferencePartition[] home,
    IntFunction<UpdatePeers> owners,
    InEdgesShape shape,
    MemoryBudget.Reservation work,
    Workers workers,
    Cancellation cancellation) {

  /**
   * In-edges of some masters, and the rows that they name.
   *
   * @param bytes that were taken for them
   */
  record Fetched(TouchedRows rows, NeighborLists lists, MemoryBudget.Reservation work, long bytes)
      implements AutoCloseable {
    @Override
    public void close() {
      work.giveBack(bytes);
    }
  }

  /**
   * The lists of some masters of a partition of this process, and the rows that they name; what
   * they take of the budget is given back when they are closed.
   */
  Fetched of(KeptLayer kept, InferencePartition partition, int[] masters) {
    final int of = kept.slice().layer();
    final InLists[] lists = new InLists[home.length];
    final RowSlab[] rows = new RowSlab[home.length];
    final int[][] selection = new int[home.length][];
    final int[] firstRows = new int[home.length];
    final long before = work.bytes();
    final InferencePeers any = answering();
    final FetchedLists[] fetched = new FetchedLists[home.length];
    for (int q = 0; q < home.length; q++) {
      final BoundaryMasters boundary = boundary(partition, masters, q);
      work.grow(FetchedLists.estimateBytes(boundary.edges(), shape.featureDim()));
      fetched[q] = new EdgeFetch(any, shape, home.length, cancellation).lists(of, q, boundary);
      lists[q] = fetched[q];
      selection[q] = q == partition.number() ? masters : new int[0];
      firstRows[q] = fetched[q].sources().length;
      final int count = firstRows[q] + selection[q].length;
      work.grow(RowSlab.estimateBytes(count, Math.max(1, kept.columns())));
      rows[q] = new RowSlab(count, Math.max(1, kept.columns()));
      rows[q].allocate();
    }
    final TouchedRows touchedRows = TouchedRows.ofLists(kept, selection, rows);
    if (kept.columns() > 0) {
      final RowFill fill = new RowFill(home, any, workers, cancellation);
      for (int q = 0; q < home.length; q++) {
        fill.sources(of, touchedRows, q, fetched[q].sources());
      }
      final float[] row = new float[kept.columns()];
      final int p = partition.number();
      for (int i = 0; i < masters.length; i++) {
        kept.shared()[p].read(masters[i], row, 0);
        rows[p].write(firstRows[p] + i, row, 0);
      }
    }
    return new Fetched(
        touchedRows,
        NeighborLists.ofSome(home, lists, selection, firstRows),
        work,
        work.bytes() - before);
  }

  /** Which of some masters have in-edges in a partition. */
  private BoundaryMasters boundary(InferencePartition partition, int[] masters, int q) {
    final PartitionTopology topology = partition.topology();
    final IntArray vertices = new IntArray(masters.length);
    final IntArray degrees = new IntArray(masters.length);
    final ReplicaSets replicas = topology.replicas();
    for (int master : masters) {
      if (q == partition.number()) {
        final int degree = topology.in().lists().degree(master);
        if (degree > 0) {
          vertices.add(master);
          degrees.add(degree);
        }
        continue;
      }
      final int entry = entry(replicas, master, q);
      if (entry >= 0 && replicas.inDegrees().get(entry) > 0) {
        vertices.add(replicas.locals().get(entry));
        degrees.add(replicas.inDegrees().get(entry));
      }
    }
    return new BoundaryMasters(vertices.toArray(), degrees.toArray());
  }

  /** Entry of a partition among the replicas of a master; -1 if it has none there. */
  static int entry(ReplicaSets replicas, int master, int q) {
    final int end = replicas.offsets().get(master + 1);
    for (int entry = replicas.offsets().get(master); entry < end; entry++) {
      if (replicas.partitions().get(entry) == q) {
        return entry;
      }
    }
    return -1;
  }

  /** Whoever keeps a partition, this process too. */
  private InferencePeers answering() {
    return new InferencePeers() {
      @Override
      public float[] rows(int of, int partition, int[] masters) {
        return owners.apply(partition).rows(of, partition, masters);
      }

      @Override
      public float[] sums(int of, int partition, int[] vertices) {
        return owners.apply(partition).sums(of, partition, vertices);
      }

      @Override
      public InEdges edges(int of, int partition, int[] vertices, InEdgesShape asked) {
        return owners.apply(partition).edges(of, partition, vertices, asked);
      }
    };
  }
}
