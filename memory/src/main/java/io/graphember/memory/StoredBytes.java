// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/**
 * Bytes that are written once and read where they lie, little-endian: in an array or in a mapped
 * file. Readers of columns ask this class alone. While a process has no bytes in files there is one
 * form of it, and reads are compiled as those of an array.
 *
 * <p>Immutable; safe for any thread.
 */
public abstract sealed class StoredBytes permits HeapBytes, MappedBytes {
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
  public abstract int length();

  /**
   * The number that begins at a byte.
   *
   * @param position {@code 0 .. length() - 4}
   * @throws IndexOutOfBoundsException at another position
   */
  public abstract int intAt(int position);

  /**
   * The number that begins at a byte.
   *
   * @param position {@code 0 .. length() - 8}
   * @throws IndexOutOfBoundsException at another position
   */
  public abstract long longAt(int position);
}
