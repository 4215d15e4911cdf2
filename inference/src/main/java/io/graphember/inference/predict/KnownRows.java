// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What enters the last layer of vertices with many in-neighbours, as it was computed of all of
 * these: the vertices that lie in most neighbourhoods are those that take longest to compute. It
 * depends on the graph and the model alone, so it is the same whoever asks. Those that were used
 * longest ago go first. Safe for use by several threads.
 */
public final class KnownRows {
  private static final int LEAST_NEIGHBORS = 32;
  private static final long BYTES_BESIDE = 128; // key, entry, header of the row

  private final long mostBytes;
  private final MemoryBudget.Reservation memory;
  private final Map<Long, float[]> rows = new LinkedHashMap<>(1024, 0.75f, true);
  private long bytes;

  /**
   * No rows yet.
   *
   * @param mostBytes bytes of heap that they take at most
   * @param memory that they are taken of; where it has no room, others go
   */
  public KnownRows(long mostBytes, MemoryBudget.Reservation memory) {
    this.mostBytes = mostBytes;
    this.memory = memory;
  }

  /** The row of a vertex, not to be changed. */
  synchronized Optional<float[]> find(long vid) {
    return Optional.ofNullable(rows.get(vid));
  }

  /**
   * Keeps the row of a vertex.
   *
   * @param inDegree its in-neighbours: rows of few are computed faster than kept
   * @param all has the row from {@code at} on
   * @param columns floats of a row
   */
  synchronized void keep(long vid, int inDegree, float[] all, int at, int columns) {
    if (inDegree < LEAST_NEIGHBORS || rows.containsKey(vid)) {
      return;
    }
    final long more = BYTES_BESIDE + 4L * columns;
    while (bytes + more > mostBytes && !rows.isEmpty()) {
      forgetOne();
    }
    if (bytes + more > mostBytes || !grow(more)) {
      return;
    }
    bytes += more;
    rows.put(vid, Arrays.copyOfRange(all, at, at + columns));
  }

  /** Memory that is taken once stays: rows take one another's place. */
  private boolean grow(long more) {
    if (bytes + more <= memory.bytes()) {
      return true;
    }
    try {
      memory.grow(Math.min(mostBytes, Math.max(bytes + more, 2 * bytes)) - memory.bytes());
      return true;
    } catch (GraphemberException e) { // the budget is full
      if (rows.isEmpty()) {
        return false;
      }
      forgetOne();
      return bytes + more <= memory.bytes();
    }
  }

  private void forgetOne() {
    final Iterator<Map.Entry<Long, float[]>> first = rows.entrySet().iterator();
    bytes -= BYTES_BESIDE + 4L * first.next().getValue().length;
    first.remove();
  }

  /** Rows that are kept. */
  public synchronized int size() {
    return rows.size();
  }
}
