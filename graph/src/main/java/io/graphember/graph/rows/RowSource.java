// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

import io.graphember.memory.RowMatrix;
import io.graphember.spi.CsrRows;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A trainer's way to the rows of vertices: a port, implemented over Ignite by the plugin and in one
 * JVM by tests. Safe for use by several threads; a call returns at once.
 */
public interface RowSource {
  /** Floats of a row. */
  int dim();

  /** Number of hosts. */
  int hosts();

  /** The host that owns a partition's rows. */
  int host(int partition);

  /**
   * Fetches rows: one request to one host for all of its partitions.
   *
   * @return for each request {@code float[rows.length * dim]}, row-major, in the order asked for
   */
  CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests);

  /** True if rows are better fetched sparse, from whatever host. */
  default boolean sparse() {
    return false;
  }

  /**
   * Fetches rows without their zeros: one request to one host for all of its partitions. Only if
   * they are {@link #sparse()}.
   *
   * @return for each request its rows of {@code dim} floats, in the order asked for
   */
  default CompletableFuture<List<CsrRows>> fetchSparse(int host, List<RowRequest> requests) {
    throw new UnsupportedOperationException("rows are dense");
  }

  /**
   * Adds rows up where they are: one request to one host for all of its partitions.
   *
   * @return for each request {@code float[sums * dim]}, row-major, in the order asked for
   */
  CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests);

  /**
   * True if every partition has the rows of its mirrors too, named by their local numbers, so that
   * it can add up the rows of any neighbours in its lists. One partition alone has no mirrors.
   */
  boolean mirrored();

  /** The rows of a partition that lie in this process; empty for one that has to be asked. */
  Optional<RowMatrix> resident(int partition);

  /**
   * Told how many rows of {@link #resident} partitions were read, once a batch, for those who count
   * them.
   */
  default void read(long rows) {}
}
