// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a node has done for one job or for several.
 *
 * @param sampledEdges edges read for samples
 * @param rowsServed feature rows served to other nodes, singly or added up
 * @param mappedRowsRead feature rows in mapped files that batches have read here, each time
 * @param requestsServed requests of other nodes answered
 * @param bytesServed bytes of these and of the answers, by what was asked for
 * @param bytesMoved bytes that its own trainers and publishers exchanged with other nodes
 * @param waitSeconds how long its trainers waited for batches, in epochs that are done
 * @param pausedSeconds how long threads have paused for a quota, added up over them
 */
public record WorkTotals(
    long sampledEdges,
    long rowsServed,
    long mappedRowsRead,
    long requestsServed,
    Map<RequestKind, Long> bytesServed,
    long bytesMoved,
    double waitSeconds,
    double pausedSeconds) {
  /** Nothing was done. */
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0, 0, Map.of(), 0, 0, 0);

  public WorkTotals {
    bytesServed = Map.copyOf(bytesServed);
  }

  /** Of both. */
  public WorkTotals plus(WorkTotals other) {
    final Map<RequestKind, Long> bytes = new EnumMap<>(RequestKind.class);
    bytes.putAll(bytesServed);
    other.bytesServed.forEach((kind, more) -> bytes.merge(kind, more, Long::sum));
    return new WorkTotals(
        sampledEdges + other.sampledEdges,
        rowsServed + other.rowsServed,
        mappedRowsRead + other.mappedRowsRead,
        requestsServed + other.requestsServed,
        bytes,
        bytesMoved + other.bytesMoved,
        waitSeconds + other.waitSeconds,
        pausedSeconds + other.pausedSeconds);
  }

  /** Bytes of requests of a kind and of their answers. */
  public long bytesServed(RequestKind kind) {
    return bytesServed.getOrDefault(kind, 0L);
  }

  /** Bytes of all requests and answers. */
  public long allBytesServed() {
    return bytesServed.values().stream().mapToLong(Long::longValue).sum();
  }
}
