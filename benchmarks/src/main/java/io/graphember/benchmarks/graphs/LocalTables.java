// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TableChange;
import io.graphember.tensor.table.TableHost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * All tables in this process.
 *
 * @param tables the one host
 */
record LocalTables(TableHost tables) implements RowTransport {
  @Override
  public int hosts() {
    return 1;
  }

  @Override
  public int host(int partition) {
    return 0;
  }

  @Override
  public Optional<TableHost> resident(int host) {
    return Optional.of(tables);
  }

  @Override
  public CompletableFuture<List<float[]>> get(int host, List<RowRead> reads) {
    return CompletableFuture.completedFuture(tables.get(reads));
  }

  @Override
  public CompletableFuture<Void> contribute(
      int host, int trainer, long step, List<RowGradients> gradients) {
    return tables.contribute(trainer, step, gradients);
  }

  @Override
  public CompletableFuture<Void> push(
      int host, int trainer, long sequence, List<RowGradients> gradients) {
    tables.push(trainer, sequence, gradients);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> add(
      int host, int trainer, long sequence, List<RowGradients> values) {
    tables.add(trainer, sequence, values);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> change(int host, int trainer, long sequence, TableChange change) {
    tables.change(trainer, sequence, change);
    return CompletableFuture.completedFuture(null);
  }
}
