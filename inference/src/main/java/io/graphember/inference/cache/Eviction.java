// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.cache;

/** Which chunk makes room for another one. */
public enum Eviction {
  /** The one that came first. */
  FIFO,
  /** The one that was not used for the longest time. */
  LRU
}
