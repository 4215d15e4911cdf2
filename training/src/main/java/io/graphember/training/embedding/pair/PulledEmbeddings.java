// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.graph.id.Vid;
import io.graphember.sampling.engine.Replies;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TablePartition;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a batch to be changed in place: those in this process where they lie, copies of the
 * others, whose changes are added to the rows when the batch is done.
 */
final class PulledEmbeddings {
  private final BatchEmbeddings touched;
  private final List<float[][]> arrays = new ArrayList<>(); // by table, of each vertex
  private final List<int[]> starts = new ArrayList<>();
  private final List<float[]> copies;
  private final List<float[]> before;

  /**
   * The rows of a batch.
   *
   * @param touched rows that are elsewhere
   * @param copies of these rows, by table
   */
  PulledEmbeddings(BatchEmbeddings touched, List<float[]> copies, RowTransport transport) {
    this.touched = touched;
    this.copies = copies;
    this.before = copies.stream().map(float[]::clone).toList();
    for (int table = 0; table < touched.tables(); table++) {
      add(touched.of(table), copies.get(table), transport);
    }
  }

  private void add(TouchedRows rows, float[] copy, RowTransport transport) {
    final long[] vids = rows.ids();
    final int count = rows.count();
    TablePartition[] here = new TablePartition[0];
    float[][] array = new float[count][];
    int[] start = new int[count];
    for (int i = 0; i < count; i++) {
      final int p = Vid.partition(vids[i]);
      if (p >= here.length) {
        here = extended(here, p, rows.table(), transport);
      }
      if (here[p] == null) {
        array[i] = copy;
        start[i] = i * rows.dim();
      } else {
        final int row = Vid.local(vids[i]);
        array[i] = here[p].segment(row);
        start[i] = here[p].start(row);
      }
    }
    arrays.add(array);
    starts.add(start);
  }

  private static TablePartition[] extended(
      TablePartition[] known, int partition, String table, RowTransport transport) {
    TablePartition[] more = Arrays.copyOf(known, partition + 1);
    for (int p = known.length; p <= partition; p++) {
      final int number = p;
      more[p] =
          transport
              .resident(transport.host(p))
              .flatMap(host -> host.partition(table, number))
              .orElse(null);
    }
    return more;
  }

  /** The array of each vertex's row. */
  float[][] arrays(int table) {
    return arrays.get(table);
  }

  /** Where in its array each row begins. */
  int[] starts(int table) {
    return starts.get(table);
  }

  /** Adds what has changed in the copies to their rows; waits until it is done. */
  void finish(RowTransport transport, int trainer, long sequence, Replies replies) {
    for (int t = 0; t < copies.size(); t++) {
      for (int i = 0; i < copies.get(t).length; i++) {
        copies.get(t)[i] -= before.get(t)[i];
      }
    }
    List<float[]> ones = touched.perRow();
    ones.forEach(factors -> Arrays.fill(factors, 1));
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < transport.hosts(); host++) {
      if (transport.resident(host).isEmpty()) {
        sent.add(transport.add(host, trainer, sequence, touched.scaled(host, ones, copies)));
      }
    }
    sent.forEach(part -> replies.await(part, "changes of rows"));
  }
}
