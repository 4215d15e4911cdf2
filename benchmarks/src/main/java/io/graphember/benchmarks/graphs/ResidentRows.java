// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowMatrix;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Rows that all lie in this process, those of mirrors too.
 *
 * @param slabs of each partition
 */
public record ResidentRows(List<RowMatrix> slabs) implements RowSource {
  @Override
  public int dim() {
    return slabs.get(0).dim();
  }

  @Override
  public int hosts() {
    return 1;
  }

  @Override
  public int host(int partition) {
    return 0;
  }

  @Override
  public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
    throw new IllegalStateException("rows of this process are read in place");
  }

  @Override
  public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
    throw new IllegalStateException("rows of this process are added in place");
  }

  @Override
  public boolean mirrored() {
    return true;
  }

  @Override
  public Optional<RowMatrix> resident(int partition) {
    return Optional.of(slabs.get(partition));
  }
}
