// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * More bytes than an array or a mapping has: segments of a power of two, each of which has the
 * first bytes of the next one behind its own, so that no number is cut.
 */
final class SegmentedBytes extends StoredBytes {
  /** Bytes of the next segment that a segment has. */
  static final int OVERLAP = Long.BYTES;

  private final StoredBytes[] segments;
  private final int bits; // a segment has 2^bits bytes of its own
  private final long mask;
  private final long length;

  SegmentedBytes(StoredBytes[] segments, int bits, long length) {
    this.segments = segments;
    this.bits = bits;
    this.mask = (1L << bits) - 1;
    this.length = length;
  }

  /** How many segments so many bytes have. */
  static int count(long length, int bits) {
    return (int) ((length + (1L << bits) - 1) >>> bits);
  }

  /** Bytes of a segment, those of the next one too. */
  static int size(int segment, long length, int bits) {
    return (int) Math.min((1L << bits) + OVERLAP, length - ((long) segment << bits));
  }

  /** Copies parts into arrays; each part is let go of once it is copied. */
  static SegmentedBytes copied(Collection<ByteBuffer> parts, int bits, long length) {
    final Deque<ByteBuffer> left = new ArrayDeque<>(parts);
    parts.clear();
    final StoredBytes[] segments = new StoredBytes[count(length, bits)];
    byte[] before = new byte[0];
    for (int s = 0; s < segments.length; s++) {
      final byte[] segment = new byte[size(s, length, bits)];
      final int overlap = s == 0 ? 0 : before.length - (1 << bits);
      System.arraycopy(before, before.length - overlap, segment, 0, overlap);
      for (int at = overlap; at < segment.length; ) {
        final ByteBuffer part = left.element();
        final int some = Math.min(part.remaining(), segment.length - at);
        part.get(segment, at, some);
        at += some;
        if (!part.hasRemaining()) {
          left.remove();
        }
      }
      segments[s] = new HeapBytes(segment);
      before = segment;
    }
    return new SegmentedBytes(segments, bits, length);
  }

  private StoredBytes segment(long position) {
    return segments[(int) (position >>> bits)];
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public int intAt(long position) {
    return segment(position).intAt(position & mask);
  }

  @Override
  public long longAt(long position) {
    return segment(position).longAt(position & mask);
  }
}
