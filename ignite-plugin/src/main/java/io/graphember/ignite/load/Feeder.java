// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.Piece;
import io.graphember.spi.Cancellation;
import java.util.List;

/**
 * Where the rows of a load come from that its node feeds, as often as they are needed: a load that
 * loses a node begins again. Used by one thread at a time.
 */
interface Feeder {
  /** Opens a session for what is fed to it. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens one that takes pieces.
     *
     * @param header what they look like
     * @param expected about how many rows will come
     */
    Fed open(GraphHeader header, ExpectedSize expected);
  }

  /** Takes what is fed. */
  @FunctionalInterface
  interface Fed {
    /**
     * Takes a piece.
     *
     * @param expected rows of all pieces, about; 0 if that is not known
     */
    void feed(Piece piece, long expected);
  }

  /**
   * Feeds all rows to a session.
   *
   * @return the names of labels, by vertex type
   * @throws io.graphember.spi.error.GraphemberException if they cannot be had, or are not those of
   *     the time before
   */
  List<List<String>> feed(Opener opener, Cancellation cancellation);

  /** True if all rows may still be there after a node was lost. */
  boolean repeatable();
}
