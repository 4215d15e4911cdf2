// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/**
 * Bytes that are written once and read where they lie, little-endian: in an array or in a mapped
 * file, or in several of these above 2 GiB. Readers of columns ask this class alone. While a
 * process has no bytes in files, and none above 2 GiB, there is one form of it, and reads are
 * compiled as those of an array.
 *
 * <p>Immutable; safe for any thread.
 */
public abstract sealed class StoredBytes permits HeapBytes, MappedBytes, SegmentedBytes {
  StoredBytes() {}

  /**
   * Bytes in an array.
   *
   * @param bytes kept; not to be changed any more
   */
  public static StoredBytes of(byte[] bytes) {
    return new HeapBytes(bytes);
  }

  /** Number of bytes. */
  public abstract long length();

  /**
   * The number that begins at a byte.
   *
   * @param position {@code 0 .. length() - 4}
   * @throws IndexOutOfBoundsException at another position of less than 2^31; farther away perhaps
   */
  public abstract int intAt(long position);

  /**
   * The number that begins at a byte.
   *
   * @param position {@code 0 .. length() - 8}
   * @throws IndexOutOfBoundsException at another position of less than 2^31; farther away perhaps
   */
  public abstract long longAt(long position);
}
