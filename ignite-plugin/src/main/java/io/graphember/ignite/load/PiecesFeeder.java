// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.ResumableLoad;
import io.graphember.jobs.NodeError;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.Piece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Feeds a load from the pieces that its client has sent and the cluster keeps, and waits for those
 * that are to come. Safe for use by several threads.
 */
final class PiecesFeeder implements Feeder {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Pieces that came a moment ago are not fetched again. */
  private static final int RECENT = 4;

  private final StagedPieces pieces;
  private final GraphHeader header;
  private final ExpectedSize expected;
  private final Map<Long, byte[]> recent = new HashMap<>();
  private long count;
  private boolean left; // the pieces are another node's, or nobody's
  private Optional<List<List<String>>> labelNames = Optional.empty(); // until all have come

  /**
   * A feeder of pieces of which some may be there.
   *
   * @param header what they look like
   * @param expected about how many rows will come
   */
  PiecesFeeder(StagedPieces pieces, GraphHeader header, ExpectedSize expected) {
    this.pieces = pieces;
    this.header = header;
    this.expected = expected;
    count = pieces.count();
  }

  /** How far its client is, for a load of a number. */
  synchronized ResumableLoad at(long load) {
    return new ResumableLoad(load, pieces.count(), pieces.checksum());
  }

  /** Keeps a piece; one that came already is not kept twice. */
  synchronized void append(long sequence, byte[] bytes) {
    requireHere();
    if (sequence == count - 1) {
      return; // its reply was lost
    }
    if (labelNames.isPresent()) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED, "The load takes no more pieces: it was committed.");
    }
    if (sequence != count) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "Piece %d came, piece %d was expected.".formatted(sequence, count));
    }
    Piece.decode(bytes, header); // what cannot be read is not kept
    pieces.add(bytes);
    recent.put(count, bytes);
    recent.remove(count - RECENT);
    count++;
    notifyAll();
  }

  private void requireHere() {
    if (left) {
      throw new GraphemberException(
          NodeError.LOAD_UNKNOWN, "This node has left the load: begin it again.");
    }
  }

  /** No more will come; says so once. */
  synchronized void commit(List<List<String>> names) {
    requireHere();
    if (labelNames.isEmpty()) {
      labelNames = Optional.of(names);
      notifyAll();
    }
  }

  @Override
  public List<List<String>> feed(Opener opener, Cancellation cancellation) {
    final Fed session = opener.open(header, expected);
    final long rows = 0; // of files it is a guess
    for (long number = 0; awaits(number, cancellation); number++) {
      session.feed(Piece.decode(piece(number), header), rows);
    }
    return labels();
  }

  private synchronized List<List<String>> labels() {
    return labelNames.orElseThrow();
  }

  /** Waits for a piece; false if it is none any more. */
  private synchronized boolean awaits(long number, Cancellation cancellation) {
    while (number >= count && labelNames.isEmpty()) {
      cancellation.check();
      try {
        TimeUnit.NANOSECONDS.timedWait(this, LOOK_NANOS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GraphemberException(
            NodeError.NODE_LOST, "The node stops while it waits for pieces.", e);
      }
    }
    return number < count;
  }

  private byte[] piece(long number) {
    final byte[] known;
    synchronized (this) {
      known = recent.get(number);
    }
    return known == null ? pieces.piece(number) : known;
  }

  @Override
  public boolean repeatable() {
    return true;
  }

  /** This node has the load no more, and another one may go on with it, if there is a piece. */
  synchronized void leave() {
    left = true;
    if (count == 0) {
      pieces.forget();
    } else {
      pieces.leave();
    }
  }

  /** Nobody needs the pieces any more. */
  synchronized void forget() {
    left = true;
    pieces.forget();
  }
}
