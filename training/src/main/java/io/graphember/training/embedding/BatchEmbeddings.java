// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

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
 * them. Row i of a table is that of vertex i of the batch.
 */
final class BatchEmbeddings {
  private final WalkBatch batch;
  private final RowTransport transport;
  private final int partitions;
  private final int dim;
  private final List<Touched> tables = new ArrayList<>();

  private record Touched(String name, BatchRows rows) {}

  /**
   * The rows of a batch.
   *
   * @param objectives what is trained
   * @param wanted partitions whose rows are wanted
   */
  BatchEmbeddings(
      WalkBatch batch,
      List<PairObjective> objectives,
      RowTransport transport,
      int partitions,
      int dim,
      IntPredicate wanted) {
    this.batch = batch;
    this.transport = transport;
    this.partitions = partitions;
    this.dim = dim;
    BatchRows all = new BatchRows(batch.vids(), batch.vids().length, partitions, wanted);
    BatchRows walked = new BatchRows(batch.vids(), batch.inputs(), partitions, wanted);
    for (PairObjective objective : objectives) {
      if (!objective.oneTable()) {
        tables.add(new Touched(objective.inputs(), walked));
      }
      tables.add(new Touched(objective.outputs(), all));
    }
  }

  WalkBatch batch() {
    return batch;
  }

  /** Number of tables. */
  int tables() {
    return tables.size();
  }

  /** Number of a table among them. */
  int table(String name) {
    return tables.stream().map(Touched::name).toList().indexOf(name);
  }

  String name(int table) {
    return tables.get(table).name();
  }

  /** Vertices of the batch that have a row of a table, the first so many. */
  int count(int table) {
    return tables.get(table).rows().count();
  }

  /** Asks every host that has some of the rows. */
  List<CompletableFuture<List<float[]>>> fetch(long step) {
    List<CompletableFuture<List<float[]>>> sent = new ArrayList<>();
    for (int host = 0; host < transport.hosts(); host++) {
      List<RowRead> reads = new ArrayList<>();
      visit(host, (table, p) -> reads.add(rows(table).read(name(table), p, step)));
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
  List<float[]> await(List<CompletableFuture<List<float[]>>> sent, Replies replies) {
    List<float[]> rows = new ArrayList<>();
    for (Touched table : tables) {
      rows.add(new float[table.rows().nowhere() ? 0 : table.rows().count() * dim]);
    }
    for (int host = 0; host < sent.size(); host++) {
      List<float[]> reply = new ArrayList<>(replies.await(sent.get(host), "rows of a batch"));
      visit(host, (table, p) -> rows(table).place(p, reply.remove(0), dim, rows.get(table)));
    }
    return rows;
  }

  /**
   * Values of the rows on one host.
   *
   * @param factors for each table the factor of each vertex's values; 0 for none
   * @param values for each table {@code float[count * dim]}
   */
  List<RowGradients> scaled(int host, List<float[]> factors, List<float[]> values) {
    List<RowGradients> gradients = new ArrayList<>();
    visit(
        host,
        (table, p) ->
            gradients.add(
                rows(table).scaled(name(table), p, factors.get(table), values.get(table), dim)));
    return gradients;
  }

  /** For each table an array of so many floats a vertex. */
  List<float[]> zeros(int perVertex) {
    return tables.stream().map(table -> new float[table.rows().count() * perVertex]).toList();
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
