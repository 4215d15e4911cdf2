// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.memory.IntArray;
import io.graphember.memory.RowSlab;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of one batch's vertices on their way: asked for as soon as the vertices are known, one
 * request to each other host at a time, awaited when they are needed. Rows in this process are
 * copied then, straight from where they lie.
 *
 * <p>Requests may be made by several threads; written by one, after all of them.
 */
final class RowFetches {
  private final RowSource rows;
  private final int partitions;
  private final Replies replies;
  private final IntArray[] rowsByPartition;
  private final IntArray[] placesByPartition;
  private final List<Sent> sent = new ArrayList<>();
  private int requested;

  /**
   * A request on its way.
   *
   * @param places for each partition asked, the vertex of each row
   */
  private record Sent(List<int[]> places, CompletableFuture<List<float[]>> replies) {}

  RowFetches(RowSource rows, int partitions, Replies replies) {
    this.rows = rows;
    this.partitions = partitions;
    this.replies = replies;
    rowsByPartition = new IntArray[partitions];
    placesByPartition = new IntArray[partitions];
    for (int p = 0; p < partitions; p++) {
      rowsByPartition[p] = new IntArray(64);
      placesByPartition[p] = new IntArray(64);
    }
  }

  /** Forgets the batch before. */
  synchronized void clear() {
    sent.clear();
    requested = 0;
  }

  /** Asks for the rows of the first {@code to} vertices, as far as that was not done before. */
  synchronized void request(long[] vids, int to) {
    if (to <= requested) {
      return;
    }
    deal(vids, requested, to);
    requested = to;
    for (int host = 0; host < rows.hosts(); host++) {
      List<RowRequest> requests = new ArrayList<>();
      List<int[]> places = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        if (rowsByPartition[p].size > 0 && rows.host(p) == host && rows.resident(p).isEmpty()) {
          requests.add(new RowRequest(p, rowsByPartition[p].toArray()));
          places.add(placesByPartition[p].toArray());
        }
      }
      if (!requests.isEmpty()) {
        sent.add(new Sent(places, rows.fetch(host, requests)));
      }
    }
  }

  private void deal(long[] vids, int from, int to) {
    for (int p = 0; p < partitions; p++) {
      rowsByPartition[p].size = 0;
      placesByPartition[p].size = 0;
    }
    for (int i = from; i < to; i++) {
      final int p = Vid.partition(vids[i]);
      rowsByPartition[p].add(Vid.local(vids[i]));
      placesByPartition[p].add(i);
    }
  }

  /** Writes the rows of all vertices that were asked for, each at its vertex. */
  synchronized void write(long[] vids, FloatBuffer target) {
    deal(vids, 0, requested);
    for (int p = 0; p < partitions; p++) {
      RowSlab slab = rowsByPartition[p].size == 0 ? null : rows.resident(p).orElse(null);
      if (slab != null) {
        slab.copy(
            rowsByPartition[p].values,
            placesByPartition[p].values,
            rowsByPartition[p].size,
            target);
      }
    }
    final int dim = rows.dim();
    for (Sent request : sent) {
      List<float[]> fetched = replies.await(request.replies, "the rows of a batch");
      if (fetched.size() != request.places.size()) {
        throw new GraphemberException(
            SamplingError.REPLY_MISMATCH,
            "A host answered %d of %d requests.".formatted(fetched.size(), request.places.size()));
      }
      for (int r = 0; r < fetched.size(); r++) {
        final int[] places = request.places.get(r);
        requireRows(fetched.get(r), places.length, dim);
        for (int i = 0; i < places.length; i++) {
          target.put(places[i] * dim, fetched.get(r), i * dim, dim);
        }
      }
    }
  }

  private static void requireRows(float[] fetched, int rows, int dim) {
    if (fetched.length != rows * dim) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with %d floats for %d rows of %d."
              .formatted(fetched.length, rows, dim));
    }
  }
}
