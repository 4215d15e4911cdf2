// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.id.Vid;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;

/**
 * Fills in the rows that partitions of this process read and do not compute: in bulk, before a
 * slice. Rows of masters of other processes, and sums, come from those in pieces.
 */
public final class RowFill {
  private final InferencePartition[] home;
  private final InferencePeers peers;
  private final Workers workers;
  private final Cancellation cancellation;

  /**
   * Fills rows of this process's partitions.
   *
   * @param home partitions of this process by number; null for others
   * @param peers who compute the others
   */
  public RowFill(
      InferencePartition[] home, InferencePeers peers, Workers workers, Cancellation cancellation) {
    this.home = home;
    this.peers = peers;
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /** Rows of mirrors, and those that lists of other partitions name; how many. */
  long rows(int layer, HiddenRows kept, ForeignPartitions foreign) {
    long filled = 0;
    for (int q = 0; q < home.length; q++) {
      if (home[q] == null) {
        filled += sources(layer, kept, q, foreign.sources(layer, q));
      } else if (kept.lacksMirrors(q)) {
        InferencePartition of = home[q];
        filled +=
            fill(
                layer,
                kept,
                q,
                of.topology().masters(),
                of.topology().vertices(),
                local -> of.topology().vid(of.number(), local));
      }
    }
    return filled;
  }

  /**
   * Shared rows of any masters, as the first rows of a matrix; how many.
   *
   * @param vids of the masters, ascending
   */
  public long sources(int layer, HiddenRows kept, int partition, long[] vids) {
    return fill(layer, kept, partition, 0, vids.length, row -> vids[row]);
  }

  /** Sums of boundary masters over their in-edges in other processes' partitions; how many. */
  long sums(int layer, HiddenRows kept, ForeignPartitions foreign) {
    LongAdder filled = new LongAdder();
    for (int q = 0; q < home.length; q++) {
      final int of = q;
      final int[] vertices = foreign.sums(layer, q);
      each(
          0,
          vertices.length,
          kept.columns(),
          (from, to) -> {
            float[] rows = peers.sums(layer, of, Arrays.copyOfRange(vertices, from, to));
            require(rows, to - from, kept.columns());
            kept.put(of, from, rows, to - from);
            filled.add(to - from);
          });
    }
    return filled.sum();
  }

  /** Work on some rows. */
  @FunctionalInterface
  private interface Piece {
    void fill(int from, int to);
  }

  private void each(int first, int end, int columns, Piece piece) {
    final int rows = Math.max(1, InferencePeers.PIECE_BYTES / (4 * columns));
    workers.each(
        end - first,
        rows,
        (worker, from, to) -> {
          for (int at = first + from; at < first + to; at += rows) {
            cancellation.check();
            piece.fill(at, Math.min(first + to, at + rows));
          }
        });
  }

  /** The rows {@code first .. end - 1} of a partition, whose vids ascend; how many. */
  private long fill(
      int layer, HiddenRows kept, int partition, int first, int end, IntToLongFunction vids) {
    each(
        first,
        end,
        kept.columns(),
        (from, to) -> {
          final float[] rows = new float[(to - from) * kept.columns()];
          for (int at = from; at < to; ) {
            final int owner = Vid.partition(vids.applyAsLong(at));
            int until = at + 1;
            while (until < to && Vid.partition(vids.applyAsLong(until)) == owner) {
              until++;
            }
            final int[] masters = new int[until - at];
            for (int i = 0; i < masters.length; i++) {
              masters[i] = Vid.local(vids.applyAsLong(at + i));
            }
            read(layer, kept, owner, masters, rows, (at - from) * kept.columns());
            at = until;
          }
          kept.put(partition, from, rows, to - from);
        });
    return Math.max(0, end - first);
  }

  private void read(int layer, HiddenRows kept, int owner, int[] masters, float[] rows, int start) {
    final int columns = kept.columns();
    if (home[owner] == null) {
      float[] fetched = peers.rows(layer, owner, masters);
      require(fetched, masters.length, columns);
      System.arraycopy(fetched, 0, rows, start, fetched.length);
      return;
    }
    for (int i = 0; i < masters.length; i++) {
      kept.readMaster(owner, masters[i], rows, start + i * columns);
    }
  }

  static void require(float[] rows, int count, int columns) {
    if (rows.length != count * columns) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "%d rows of %d numbers were asked for, and %d numbers came."
              .formatted(count, columns, rows.length));
    }
  }
}
