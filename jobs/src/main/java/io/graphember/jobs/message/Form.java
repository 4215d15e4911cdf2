// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

import java.nio.ByteBuffer;

/**
 * How values of a type are written and read.
 *
 * @param <T> the type
 */
interface Form<T> {
  /** Fewest bytes of a value: how many a list of them needs at least. */
  int leastBytes();

  /** Writes a value. */
  void write(T value, MessageBytes to);

  /** Reads a value; checks every length before anything of it is allocated. */
  T read(ByteBuffer from);

  /** Reads the number of values of a form. */
  static int count(ByteBuffer from, int leastBytes) {
    need(from, Integer.BYTES);
    final int count = from.getInt();
    if (count < 0 || (long) count * Math.max(1, leastBytes) > from.remaining()) {
      throw RecordCodec.unfit(
          "%d values are said to follow in %d bytes".formatted(count, from.remaining()));
    }
    return count;
  }

  /** Checks that bytes are there. */
  static void need(ByteBuffer from, int bytes) {
    if (from.remaining() < bytes) {
      throw RecordCodec.unfit("it ends too early, by %d bytes".formatted(bytes - from.remaining()));
    }
  }
}
