// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.CsrRows;
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
public final class RowFetches {
  private final RowSource rows;
  private final Replies replies;
  private final RowMatrix[] slabs; // null where a partition lies elsewhere
  private final boolean anyElsewhere;
  private final IntArray[] rowsByPartition; // of partitions elsewhere
  private final IntArray[] placesByPartition;
  private final List<Sent> sent = new ArrayList<>();
  private int requested;
  private int entries = 1024; // of the next batch, if it is as large as the one before

  /**
   * A request on its way.
   *
   * @param places for each partition asked, the vertex of each row
   */
  private record Sent(List<int[]> places, CompletableFuture<? extends List<?>> replies) {}

  /** Fetches of one batch after the other. */
  public RowFetches(RowSource rows, int partitions, Replies replies) {
    this.rows = rows;
    this.replies = replies;
    slabs = new RowMatrix[partitions];
    rowsByPartition = new IntArray[partitions];
    placesByPartition = new IntArray[partitions];
    boolean any = false;
    for (int p = 0; p < partitions; p++) {
      slabs[p] = rows.resident(p).orElse(null);
      any |= slabs[p] == null;
      rowsByPartition[p] = new IntArray(64);
      placesByPartition[p] = new IntArray(64);
    }
    anyElsewhere = any;
  }

  /** Floats of a row. */
  public int dim() {
    return rows.dim();
  }

  /** Forgets the batch before. */
  public synchronized void clear() {
    sent.clear();
    requested = 0;
  }

  /** Asks for the rows of the first {@code to} vertices, as far as that was not done before. */
  public synchronized void request(long[] vids, int to) {
    if (to <= requested) {
      return;
    }
    deal(vids, requested, to);
    requested = to;
    for (int host = 0; host < rows.hosts(); host++) {
      List<RowRequest> requests = new ArrayList<>();
      List<int[]> places = new ArrayList<>();
      for (int p = 0; p < slabs.length; p++) {
        if (rowsByPartition[p].size > 0 && rows.host(p) == host) {
          requests.add(new RowRequest(p, rowsByPartition[p].toArray()));
          places.add(placesByPartition[p].toArray());
        }
      }
      if (!requests.isEmpty()) {
        sent.add(
            new Sent(
                places,
                rows.sparse() ? rows.fetchSparse(host, requests) : rows.fetch(host, requests)));
      }
    }
  }

  /** Sorts vertices whose rows lie in other processes by partition. */
  private void deal(long[] vids, int from, int to) {
    for (int p = 0; p < slabs.length; p++) {
      rowsByPartition[p].size = 0;
      placesByPartition[p].size = 0;
    }
    for (int i = from; i < to && anyElsewhere; i++) {
      final int p = Vid.partition(vids[i]);
      if (slabs[p] == null) {
        rowsByPartition[p].add(Vid.local(vids[i]));
        placesByPartition[p].add(i);
      }
    }
  }

  /** Writes the rows of all vertices that were asked for, each at its vertex. */
  public synchronized void write(long[] vids, FloatBuffer target) {
    final int dim = rows.dim();
    copyRowsHere(vids, target);
    for (Sent request : sent) {
      List<?> fetched = fetched(request);
      for (int r = 0; r < fetched.size(); r++) {
        write(fetched.get(r), request.places.get(r), dim, target);
      }
    }
  }

  private static void write(Object fetched, int[] places, int dim, FloatBuffer target) {
    if (fetched instanceof CsrRows sparse) {
      requireRows(sparse, places.length, dim);
      float[] row = new float[dim];
      for (int i = 0; i < places.length; i++) {
        sparse.read(i, row, 0);
        target.put(places[i] * dim, row);
      }
      return;
    }
    final float[] dense = (float[]) fetched;
    requireRows(dense, places.length, dim);
    for (int i = 0; i < places.length; i++) {
      target.put(places[i] * dim, dense, i * dim, dim);
    }
  }

  /** The rows of all vertices that were asked for, if they are sparse. */
  synchronized CsrRows sparse(long[] vids) {
    CsrRows[] parts = new CsrRows[requested]; // null for rows in this process
    int[] rowOf = new int[requested];
    for (Sent request : sent) {
      List<?> fetched = fetched(request);
      for (int r = 0; r < fetched.size(); r++) {
        final CsrRows part = (CsrRows) fetched.get(r);
        final int[] places = request.places.get(r);
        requireRows(part, places.length, rows.dim());
        for (int i = 0; i < places.length; i++) {
          parts[places[i]] = part;
          rowOf[places[i]] = i;
        }
      }
    }
    CsrRows.Builder all = new CsrRows.Builder(rows.dim(), requested, entries);
    for (int i = 0; i < requested; i++) {
      if (parts[i] == null) {
        slabs[Vid.partition(vids[i])].append(Vid.local(vids[i]), all);
      } else {
        all.add(parts[i], rowOf[i]);
        all.endRow();
      }
    }
    CsrRows batch = all.build();
    entries = batch.entries() + batch.entries() / 8;
    return batch;
  }

  private List<?> fetched(Sent request) {
    List<?> fetched = replies.await(request.replies, "the rows of a batch");
    if (fetched.size() != request.places.size()) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A host answered %d of %d requests.".formatted(fetched.size(), request.places.size()));
    }
    return fetched;
  }

  /** Bytes that the rows of other processes take, from the vertex {@code first} on. */
  long bytes(long[] vids, int first) {
    long others = 0;
    for (int i = first; i < vids.length && anyElsewhere; i++) {
      others += slabs[Vid.partition(vids[i])] == null ? 1 : 0;
    }
    return others * 4 * (1 + rows.dim());
  }

  /** In the order of the vertices, so that the target is written from one end to the other. */
  private void copyRowsHere(long[] vids, FloatBuffer target) {
    final int dim = rows.dim();
    int here = 0;
    for (int i = 0; i < requested; i++) {
      final RowMatrix slab = slabs[Vid.partition(vids[i])];
      if (slab != null) {
        slab.read(Vid.local(vids[i]), target, i * dim);
        here++;
      }
    }
    rows.read(here);
  }

  private static void requireRows(CsrRows fetched, int rows, int dim) {
    if (fetched.rows() != rows || fetched.dim() != dim) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with %s for %d rows of %d.".formatted(fetched, rows, dim));
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
