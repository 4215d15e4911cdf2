// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/** What lies in segments above 2 GiB lies so here from the first byte on. */
public final class SmallSegments {
  private SmallSegments() {}

  /** Keeps bytes in the heap in segments of 64. */
  public static ByteStorage heap() {
    return new HeapBytes.Storage(6, 0);
  }
}
