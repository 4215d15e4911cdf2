// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.ResumableLoad;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.StagedLoad;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import javax.cache.CacheException;
import org.apache.ignite.IgniteCache;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a load in a cache that outlives its node and its client. Of a piece the key is its
 * number; the entry -1 says how many there are (long) and what their checksum is (int), big-endian:
 * it is written last. Used by one thread at a time, but for {@link #piece}.
 */
final class StagedPieces {
  private static final long STATE = -1;

  /** Room is reserved for so much at a time. */
  private static final long CHUNK_BYTES = 16L << 20;

  private final GraphCatalog catalog;
  private final GraphemberCaches caches;
  private final Room room;
  private final String graph;
  private final IgniteCache<Long, byte[]> cache;
  private final StagedLoad load;
  private long count;
  private int checksum;
  private Optional<RoomReservation> reserved = Optional.empty();
  private long left; // bytes that are still reserved

  /**
   * The pieces of a load that this node has taken.
   *
   * @param load as the catalog has it
   */
  StagedPieces(
      GraphCatalog catalog,
      GraphemberCaches caches,
      Room room,
      String graph,
      StagedLoad load,
      IgniteCache<Long, byte[]> cache) {
    this.catalog = catalog;
    this.caches = caches;
    this.room = room;
    this.graph = graph;
    this.load = load;
    this.cache = cache;
    final byte[] state = cache.get(STATE);
    if (state != null) {
      final ByteBuffer bytes = ByteBuffer.wrap(state);
      count = bytes.getLong();
      checksum = bytes.getInt();
    }
  }

  /** How many there are. */
  long count() {
    return count;
  }

  /** Their checksum, see {@link ResumableLoad#checksum(int, byte[])}. */
  int checksum() {
    return checksum;
  }

  /**
   * Keeps the next one.
   *
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}, or {@link
   *     NodeError#LOAD_UNKNOWN} if another node has taken the load over
   */
  void add(byte[] piece) {
    if (left < piece.length) {
      release();
      if (!catalog.staged().goesOn(graph, load)) {
        throw new GraphemberException(
            NodeError.LOAD_UNKNOWN,
            "Another node has taken over the load of graph %s.".formatted(graph));
      }
      reserved =
          Optional.of(
              room.reserveNow(
                  List.of(caches.ofStaged(Math.max(CHUNK_BYTES, piece.length))),
                  "What is kept of the source of graph " + graph));
      left = Math.max(CHUNK_BYTES, piece.length);
    }
    cache.put(count, piece);
    checksum = ResumableLoad.checksum(checksum, piece);
    count++;
    left -= piece.length;
    cache.put(
        STATE,
        ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(count).putInt(checksum).array());
  }

  /**
   * A piece that is there.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_LOST} if it went with its nodes, or
   *     {@link NodeError#NODE_CALL_FAILED} if it cannot be read now
   */
  byte[] piece(long number) {
    try {
      final byte[] piece = cache.get(number);
      if (piece != null) {
        return piece;
      }
    } catch (CacheException e) {
      throw isLost(cache) ? lost(number, e) : unread(graph, e);
    }
    throw lost(number, null);
  }

  /** True if some went with all nodes that had them. */
  static boolean isLost(IgniteCache<Long, byte[]> cache) {
    return !cache.lostPartitions().isEmpty();
  }

  /** What is said if the cluster does not answer. */
  static GraphemberException unread(String graph, CacheException cause) {
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "What is kept of the source of graph %s cannot be read now: %s."
            .formatted(graph, cause.getMessage()),
        cause);
  }

  private GraphemberException lost(long number, @Nullable CacheException cause) {
    return new GraphemberException(
        NodeError.NODE_LOST,
        "Piece %d of the source of graph %s was lost with the nodes that had it: load the graph again."
            .formatted(number, graph),
        cause);
  }

  private void release() {
    reserved.ifPresent(RoomReservation::close);
    reserved = Optional.empty();
    left = 0;
  }

  /** This node has the load no more, and another one may go on with it. */
  void leave() {
    release();
    catalog.staged().leave(load.cache());
  }

  /** Nobody needs them any more. */
  void forget() {
    release();
    catalog.staged().forget(graph, load);
    catalog.sweepSoon();
  }
}
