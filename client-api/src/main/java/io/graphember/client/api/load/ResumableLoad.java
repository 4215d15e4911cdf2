// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A load whose pieces stay in the cluster until the graph is there.
 *
 * @param load its number on the node that answers
 * @param next number of the piece that comes next: those before are there already
 * @param check of the pieces that are there, see {@link #check}; 0 if there are none
 */
public record ResumableLoad(long load, long next, int check) {
  /**
   * What tells the pieces of one source from those of another: CRC-32C of the check before, as four
   * bytes, and the piece.
   *
   * @param before check of the pieces before; 0 for the first
   */
  public static int check(int before, byte[] piece) {
    final CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, before));
    crc.update(piece);
    return (int) crc.getValue();
  }
}
