// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowSlab;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a table as input of a model: fetched, or added up where they lie. Rows are those of
 * masters, so that with more than one partition sums name their rows themselves. Safe for use by
 * several threads.
 */
public final class TableRowSource implements RowSource {
  private final RowTransport transport;
  private final TableSpec spec;
  private final int partitions;
  private final long step;

  /**
   * The rows of a table at a step.
   *
   * @param spec the table, as on its hosts
   * @param partitions number of partitions of the graph
   * @param step rows are as after this step, or {@link RowRead#LATEST}
   */
  public TableRowSource(RowTransport transport, TableSpec spec, int partitions, long step) {
    this.transport = transport;
    this.spec = spec;
    this.partitions = partitions;
    this.step = step;
  }

  @Override
  public int dim() {
    return spec.dim();
  }

  @Override
  public int hosts() {
    return transport.hosts();
  }

  @Override
  public int host(int partition) {
    return transport.host(partition);
  }

  @Override
  public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
    return transport.get(
        host,
        requests.stream()
            .map(request -> new RowRead(spec.name(), request.partition(), request.rows(), step))
            .toList());
  }

  @Override
  public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
    return transport.sum(host, spec.name(), step, requests);
  }

  @Override
  public boolean mirrored() {
    return partitions == 1;
  }

  /** Empty: rows that optimizers move are not read past them. */
  @Override
  public Optional<RowSlab> resident(int partition) {
    return Optional.empty();
  }
}
