// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.memory.bytes.ByteWriter;

/**
 * Whole numbers of 0 or more, each of the same number of whole bytes, little-endian, in a stretch
 * of {@link StoredBytes}: in the heap as fast to read as an {@code int[]} of the same values, and
 * smaller.
 *
 * <p>A loop over a run of values is a method with the width as a parameter, called with a literal
 * for each width from where it is hot, so that it is compiled for that width:
 *
 * <pre>
 * long end = column.position(to);
 * for (long at = column.position(from); at &lt; end; at += width) {
 *   take(column.valueAt(at, width));
 * }
 * </pre>
 *
 * <p>Loops here are entered by the form of the bytes, too, so that heap and files are read by code
 * of their own in a process that has both.
 *
 * <p>The last value may be loaded together with up to 3 bytes behind it: a stretch is followed by
 * {@link PackedInts#PADDING} bytes that may be read. Immutable; safe for any thread.
 */
public final class AlignedInts {
  /** Searches side by side: enough for their misses, few enough to be of like length. */
  private static final int SEARCHES = 32;

  private final StoredBytes bytes;
  private final long start;
  private final int size;
  private final int width;
  private final int mask;

  /**
   * Values in bytes that are there already; nothing is copied.
   *
   * @param bytes holds the values from {@code start} on
   * @param start index of the first byte
   * @param size number of values
   * @param width bytes of a value, 1 to 4
   */
  public AlignedInts(StoredBytes bytes, long start, int size, int width) {
    if (width < 1
        || width > Integer.BYTES
        || size < 0
        || start < 0
        || start + (long) size * width + PackedInts.PADDING > bytes.length()) {
      throw new IllegalArgumentException(
          "no room for %d values of %d bytes from byte %d of %d"
              .formatted(size, width, start, bytes.length()));
    }
    this.bytes = bytes;
    this.start = start;
    this.size = size;
    this.width = width;
    this.mask = mask(width);
  }

  /** Bytes that hold every value of {@code 0 .. largest}, at least one. */
  public static int width(int largest) {
    return (PackedInts.width(largest) + 7) / 8;
  }

  /**
   * Writes values; {@link PackedInts#PADDING} bytes must follow in the end.
   *
   * @param values each of at most {@code width} bytes
   */
  public static void write(int[] values, int width, ByteWriter out) {
    for (int value : values) {
      out.put(value, width);
    }
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** Bytes of a value. */
  public int width() {
    return width;
  }

  /**
   * The value at an index.
   *
   * @param index {@code 0 .. size() - 1}; another one gives any number, or an exception
   */
  public int get(int index) {
    return bytes.intAt(position(index)) & mask;
  }

  /** Where the value at an index begins; the next one begins {@link #width()} behind it. */
  public long position(int index) {
    return start + (long) index * width;
  }

  /**
   * The value at a {@link #position}, where the caller knows the width.
   *
   * @param width {@link #width()}
   */
  public int valueAt(long position, int width) {
    return valueAt(bytes, position, width);
  }

  private static int valueAt(StoredBytes bytes, long position, int width) {
    return bytes.intAt(position) & mask(width);
  }

  private static int mask(int width) {
    return -1 >>> Byte.SIZE * (Integer.BYTES - width);
  }

  /**
   * Replaces indices by the values at them.
   *
   * @param indices each in {@code 0 .. size() - 1}
   * @param count how many indices count
   */
  public void gather(int[] indices, int count) {
    if (bytes instanceof HeapBytes heap) {
      gather(heap, indices, count);
    } else if (bytes instanceof MappedBytes mapped) {
      gather(mapped, indices, count);
    } else {
      gather(bytes, indices, count);
    }
  }

  private void gather(StoredBytes bytes, int[] indices, int count) {
    switch (width) {
      case 1 -> gather(bytes, indices, count, 1);
      case 2 -> gather(bytes, indices, count, 2);
      case 3 -> gather(bytes, indices, count, 3);
      default -> gather(bytes, indices, count, Integer.BYTES);
    }
  }

  private void gather(StoredBytes bytes, int[] indices, int count, int width) {
    for (int i = 0; i < count; i++) {
      indices[i] = valueAt(bytes, start + (long) indices[i] * width, width);
    }
  }

  /**
   * Reads the values at indices and those that follow them. All misses of a call are independent:
   * who needs both ends of many stretches asks for them before going into the first.
   *
   * @param indices each in {@code 0 .. size() - 2}
   * @param from first index that is asked for
   * @param to end of those that are asked for
   * @param values receives the value at {@code indices[i]} at i
   * @param following receives the value behind it
   */
  public void getPairs(int[] indices, int from, int to, int[] values, int[] following) {
    if (bytes instanceof HeapBytes heap) {
      getPairs(heap, indices, from, to, values, following);
    } else if (bytes instanceof MappedBytes mapped) {
      getPairs(mapped, indices, from, to, values, following);
    } else {
      getPairs(bytes, indices, from, to, values, following);
    }
  }

  private void getPairs(
      StoredBytes bytes, int[] indices, int from, int to, int[] values, int[] following) {
    switch (width) {
      case 1 -> getPairs(bytes, indices, from, to, values, following, 1);
      case 2 -> getPairs(bytes, indices, from, to, values, following, 2);
      case 3 -> getPairs(bytes, indices, from, to, values, following, 3);
      default -> getPairs(bytes, indices, from, to, values, following, Integer.BYTES);
    }
  }

  private void getPairs(
      StoredBytes bytes,
      int[] indices,
      int from,
      int to,
      int[] values,
      int[] following,
      int width) {
    for (int i = from; i < to; i++) {
      final long position = start + (long) indices[i] * width;
      values[i] = valueAt(bytes, position, width);
      following[i] = valueAt(bytes, position + width, width);
    }
  }

  /**
   * How far values are from those that follow them: of offsets, the sizes of stretches.
   *
   * @param indices each in {@code 0 .. size() - 2}
   * @param from first index that is asked for
   * @param to end of those that are asked for
   * @param target receives the value behind {@code indices[i]} less the one there at i
   */
  public void getDifferences(int[] indices, int from, int to, int[] target) {
    if (bytes instanceof HeapBytes heap) {
      getDifferences(heap, indices, from, to, target);
    } else if (bytes instanceof MappedBytes mapped) {
      getDifferences(mapped, indices, from, to, target);
    } else {
      getDifferences(bytes, indices, from, to, target);
    }
  }

  private void getDifferences(StoredBytes bytes, int[] indices, int from, int to, int[] target) {
    switch (width) {
      case 1 -> getDifferences(bytes, indices, from, to, target, 1);
      case 2 -> getDifferences(bytes, indices, from, to, target, 2);
      case 3 -> getDifferences(bytes, indices, from, to, target, 3);
      default -> getDifferences(bytes, indices, from, to, target, Integer.BYTES);
    }
  }

  private void getDifferences(
      StoredBytes bytes, int[] indices, int from, int to, int[] target, int width) {
    for (int i = from; i < to; i++) {
      final long position = start + (long) indices[i] * width;
      target[i] = valueAt(bytes, position + width, width) - valueAt(bytes, position, width);
    }
  }

  /** Copies the values {@code from .. to - 1} to a target from {@code at} on. */
  public void copy(int from, int to, int[] target, int at) {
    if (bytes instanceof HeapBytes heap) {
      copy(heap, from, to, target, at);
    } else if (bytes instanceof MappedBytes mapped) {
      copy(mapped, from, to, target, at);
    } else {
      copy(bytes, from, to, target, at);
    }
  }

  private void copy(StoredBytes bytes, int from, int to, int[] target, int at) {
    switch (width) {
      case 1 -> copy(bytes, from, to, target, at, 1);
      case 2 -> copy(bytes, from, to, target, at, 2);
      case 3 -> copy(bytes, from, to, target, at, 3);
      default -> copy(bytes, from, to, target, at, Integer.BYTES);
    }
  }

  private void copy(StoredBytes bytes, int from, int to, int[] target, int at, int width) {
    final int count = to - from;
    long position = start + (long) from * width;
    for (int i = 0; i < count; i++, position += width) {
      target[at + i] = valueAt(bytes, position, width);
    }
  }

  /**
   * Looks for values in ascending stretches, by binary search. All searches are halved in turn, so
   * that their misses are independent.
   *
   * @param wanted value that each search is for
   * @param places first index of each stretch; receives the index of the wanted value, or -1
   * @param sizes length of each stretch, 0 or more; overwritten
   * @param count how many searches there are
   */
  public void find(int[] wanted, int[] places, int[] sizes, int count) {
    if (bytes instanceof HeapBytes heap) {
      find(heap, wanted, places, sizes, count);
    } else if (bytes instanceof MappedBytes mapped) {
      find(mapped, wanted, places, sizes, count);
    } else {
      find(bytes, wanted, places, sizes, count);
    }
  }

  private void find(StoredBytes bytes, int[] wanted, int[] places, int[] sizes, int count) {
    switch (width) {
      case 1 -> find(bytes, wanted, places, sizes, count, 1);
      case 2 -> find(bytes, wanted, places, sizes, count, 2);
      case 3 -> find(bytes, wanted, places, sizes, count, 3);
      default -> find(bytes, wanted, places, sizes, count, Integer.BYTES);
    }
  }

  private void find(
      StoredBytes bytes, int[] wanted, int[] places, int[] sizes, int count, int width) {
    for (int from = 0; from < count; from += SEARCHES) {
      final int to = Math.min(count, from + SEARCHES);
      int longest = 0;
      for (int i = from; i < to; i++) {
        longest = Math.max(longest, sizes[i]);
      }
      for (int size = longest; size > 1; size -= size >>> 1) {
        halve(bytes, wanted, places, sizes, from, to, width);
      }
    }
    for (int i = 0; i < count; i++) {
      places[i] = sizes[i] > 0 && get(places[i]) == wanted[i] ? places[i] : -1;
    }
  }

  /** Without a branch: which half it is, is a toss-up. */
  private void halve(
      StoredBytes bytes, int[] wanted, int[] places, int[] sizes, int from, int to, int width) {
    for (int i = from; i < to; i++) {
      final int half = sizes[i] >>> 1;
      final int place = places[i] + half;
      final int inLowerHalf = wanted[i] - valueAt(bytes, start + (long) place * width, width) >> 31;
      places[i] = place - (half & inLowerHalf);
      sizes[i] -= half;
    }
  }
}
