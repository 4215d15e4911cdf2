// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A load whose pieces stay in the cluster until the graph is there.
 *
 * @param load its number on the node that answers
 * @param next number of the piece that comes next: those before are there already
 * @param checksum of the pieces that are there, see {@link #checksum(int, byte[])}; 0 if there are
 *     none
 */
public record ResumableLoad(long load, long next, int checksum) {
  /**
   * Checksum of the first pieces of a source: CRC-32C of the one before, as four bytes, and the
   * piece.
   *
   * @param before checksum of the pieces before; 0 for the first
   */
  public static int checksum(int before, byte[] piece) {
    final CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, before));
    crc.update(piece);
    return (int) crc.getValue();
  }
}
