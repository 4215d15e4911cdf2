// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.sampling.engine.Replies;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;

/**
 * The rows that a batch touches, of all tables that it trains: one request to each host for all of
 * them. Used by one thread.
 */
public final class BatchEmbeddings {
  private final RowTransport transport;
  private final int partitions;
  private final List<Touched> tables = new ArrayList<>();

  private record Touched(TouchedRows of, BatchRows rows) {}

  /**
   * Rows.
   *
   * @param touched of each table; ids may be shared by several
   * @param wanted partitions whose rows are wanted
   */
  public BatchEmbeddings(
      List<TouchedRows> touched, RowTransport transport, int partitions, IntPredicate wanted) {
    this.transport = transport;
    this.partitions = partitions;
    for (TouchedRows some : touched) {
      tables.add(
          new Touched(
              some,
              tables.stream()
                  .filter(table -> same(table.of, some))
                  .map(Touched::rows)
                  .findFirst()
                  .orElseGet(() -> new BatchRows(some.ids(), some.count(), partitions, wanted))));
    }
  }

  private static boolean same(TouchedRows some, TouchedRows others) {
    return some.ids() == others.ids() && some.count() == others.count();
  }

  /** Number of tables. */
  public int tables() {
    return tables.size();
  }

  /** Number of a table among them. */
  public int table(String name) {
    return tables.stream().map(table -> table.of.table()).toList().indexOf(name);
  }

  /** The rows of a table. */
  public TouchedRows of(int table) {
    return tables.get(table).of();
  }

  /** Asks every host that has some of the rows. */
  public List<CompletableFuture<List<float[]>>> fetch(long step) {
    List<CompletableFuture<List<float[]>>> sent = new ArrayList<>();
    for (int host = 0; host < transport.hosts(); host++) {
      List<RowRead> reads = new ArrayList<>();
      visit(host, (table, p) -> reads.add(rows(table).read(of(table).table(), p, step)));
      sent.add(
          reads.isEmpty()
              ? CompletableFuture.completedFuture(List.of())
              : transport.get(host, reads));
    }
    return sent;
  }

  /**
   * Waits for rows.
   *
   * @return for each table {@code float[count * dim]}, zeros where rows are not wanted; empty if no
   *     row of it is
   */
  public List<float[]> await(List<CompletableFuture<List<float[]>>> sent, Replies replies) {
    List<float[]> rows = new ArrayList<>();
    for (Touched table : tables) {
      rows.add(new float[table.rows.nowhere() ? 0 : table.of.count() * table.of.dim()]);
    }
    for (int host = 0; host < sent.size(); host++) {
      List<float[]> reply = new ArrayList<>(replies.await(sent.get(host), "rows of a batch"));
      visit(
          host,
          (table, p) -> rows(table).place(p, reply.remove(0), of(table).dim(), rows.get(table)));
    }
    return rows;
  }

  /**
   * Values of the rows on one host.
   *
   * @param factors for each table the factor of each row's values; 0 for none
   * @param values for each table {@code float[count * dim]}
   */
  public List<RowGradients> scaled(int host, List<float[]> factors, List<float[]> values) {
    List<RowGradients> gradients = new ArrayList<>();
    visit(
        host,
        (table, p) ->
            gradients.add(
                rows(table)
                    .scaled(
                        of(table).table(),
                        p,
                        factors.get(table),
                        values.get(table),
                        of(table).dim())));
    return gradients;
  }

  /** For each table a float for each row. */
  public List<float[]> perRow() {
    return tables.stream().map(table -> new float[table.of.count()]).toList();
  }

  /** For each table as many floats as its rows have. */
  public List<float[]> zeros() {
    return tables.stream().map(table -> new float[table.of.count() * table.of.dim()]).toList();
  }

  private BatchRows rows(int table) {
    return tables.get(table).rows();
  }

  private interface Visitor {
    void visit(int table, int partition);
  }

  /** The tables and partitions of a host that have rows of the batch, always in the same order. */
  private void visit(int host, Visitor visitor) {
    for (int table = 0; table < tables.size(); table++) {
      for (int p = 0; p < partitions; p++) {
        if (transport.host(p) == host && !rows(table).none(p)) {
          visitor.visit(table, p);
        }
      }
    }
  }
}
