// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.partition.load.GraphSummary.KeyLengths;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.schema.piece.KeyColumn;

/**
 * Measures the keys of one vertex type, of one partition's masters after another: who writes
 * results by key must know how long they are. Used by one thread.
 */
final class KeyMeter {
  private long bytes;
  private long endBytes;
  private int longest;

  /** The keys of masters {@code start} and following of a partition. */
  void add(KeyColumn keys, ReplicaTable replicas, int partition, int start) {
    for (int i = 0; i < keys.size(); i++) {
      final int length = keys.bytesAt(i);
      bytes += length;
      endBytes += (long) length * replicas.degree(replicas.master(partition, start + i));
      longest = Math.max(longest, length);
    }
  }

  KeyLengths lengths() {
    return new KeyLengths(bytes, endBytes, longest);
  }
}
