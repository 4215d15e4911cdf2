// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.github.jbellis.jvector.graph.GraphIndexBuilder;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.schema.Similarity;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ForkJoinPool;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Builds graphs of near rows by JVector (Subramanya and others, "DiskANN: fast accurate
 * billion-point nearest neighbor search on a single node", NeurIPS 2019, section 2). The graph
 * depends on the order in which threads add rows.
 */
public final class JVectorBuilder implements RowIndexBuilder {
  private static final float OVERFLOW = 1.2f; // of neighbours, while a graph is built
  private static final float ALPHA = 1.2f; // how much longer than needed edges may be
  private static final int ROWS_AT_ONCE = 256;

  /**
   * Says in the log that it has no vector instructions below Java 20, or why not; the arithmetic is
   * that of our kernels. Kept, or its level would be forgotten.
   */
  private static final Logger ARITHMETIC =
      Logger.getLogger("io.github.jbellis.jvector.vector.VectorizationProvider");

  private final int degree;
  private final int beam;
  private final int searchBeam;

  /** A builder of graphs by which searches find more than 95 of 100 of the ten rows most alike. */
  public JVectorBuilder() {
    this(24, 100, 200);
  }

  /**
   * A builder.
   *
   * @param degree neighbours of a row at most
   * @param beam rows that a search keeps on its way when a row is added
   * @param searchBeam the same of a search in the graph, at least
   */
  JVectorBuilder(int degree, int beam, int searchBeam) {
    this.degree = degree;
    this.beam = beam;
    this.searchBeam = searchBeam;
  }

  @Override
  public long bytes(long rows, int dim) {
    // A neighbour and its score, the objects of a list, and the arrays of the graph that stays.
    final long list = (long) (degree * OVERFLOW) * 2 * Integer.BYTES + 120;
    return rows * (list + (degree + 1L) * Integer.BYTES) + RowSpace.bytes(rows);
  }

  private static void quiet() {
    ARITHMETIC.setLevel(Level.SEVERE);
  }

  /** Of its own: when JVector ends, it trims lists in parallel, and takes no other executor. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // it ends with the building
  private static ForkJoinPool pool(int threads) {
    return new ForkJoinPool(threads);
  }

  @Override
  public RowIndex build(
      RowBlocks rows, Similarity similarity, Workers workers, Cancellation cancellation) {
    final RowSpace space = new RowSpace(rows, similarity);
    quiet();
    final ForkJoinPool pool = pool(workers.count());
    try (GraphIndexBuilder builder =
        new GraphIndexBuilder(
            new SpaceScores(space), space.dim(), degree, beam, OVERFLOW, ALPHA, pool, pool)) {
      workers.each(
          rows.size(),
          ROWS_AT_ONCE,
          (worker, from, to) -> {
            for (int row = from; row < to; row++) {
              if (row % ROWS_AT_ONCE == 0) {
                cancellation.check();
              }
              builder.addGraphNode(row, new NumberedRow(row));
            }
          });
      builder.cleanup();
      return new JVectorIndex(
          rows, similarity, space, new NeighborLists(builder.getGraph(), rows.size()), searchBeam);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      pool.shutdown();
    }
  }
}
