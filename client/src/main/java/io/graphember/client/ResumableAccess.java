// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.ResumableLoad;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A load of pieces that the cluster keeps: it begins where an earlier client, or a node that was
 * lost, has left it.
 */
final class ResumableAccess extends MovingAccess {
  private String graph = "";
  private String header = "";
  private ResumableLoad begun = new ResumableLoad(0, 0, 0);
  private long passed; // pieces of the source that have come
  private int checksum; // of them
  private int checksumBefore; // of all but the last
  private Optional<List<List<String>>> labelNames = Optional.empty(); // until all have come

  /**
   * A load that has not begun.
   *
   * @param nodes the node of now, each time it is asked for
   * @param cancellation looked at while it waits for a node
   */
  ResumableAccess(Supplier<ServiceAccess> nodes, Cancellation cancellation) {
    super(nodes, cancellation);
  }

  @Override
  long begin(String toGraph, String withHeader) {
    graph = toGraph;
    header = withHeader;
    return steadily(() -> begun.next());
  }

  /** Begins, or goes on with what is there. */
  @Override
  void take(ServiceAccess node) {
    final ServiceAccess.Taken<ResumableLoad> taken =
        node.take(s -> s.beginResumable(graph, header), new TypeReference<ResumableLoad>() {});
    taken(taken.by(), taken.answer().load());
    begun = taken.answer();
    if (begun.next() < passed - 1 || labelNames.isPresent() && begun.next() < passed) {
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The node was lost that took the load, and what was sent is not in the cluster any more: see whether the graph is there, and load it again if it is not.");
    }
    requireSame();
    labelNames.ifPresent(super::commit);
  }

  /** Compares what the cluster has with what has come, where they end at the same piece. */
  private void requireSame() {
    final boolean same =
        begun.next() == passed
            ? begun.checksum() == checksum
            : begun.next() != passed - 1 || begun.checksum() == checksumBefore;
    if (!same) {
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The source is not the one that was read before the load was interrupted: what was sent of that is dropped; load the graph again.");
    }
  }

  /**
   * Takes the next piece to the cluster; those that are there already are compared.
   *
   * @throws GraphemberException with code {@link ClientError#LOAD_CHANGED} if they are others
   */
  @Override
  void append(long sequence, byte[] piece) {
    passed = sequence + 1;
    checksumBefore = checksum;
    checksum = ResumableLoad.checksum(checksum, piece);
    if (passed == begun.next()) {
      requireSame();
    }
    if (sequence >= begun.next()) {
      steadily(
          () -> {
            if (sequence >= begun.next()) {
              super.append(sequence, piece);
            }
            return true;
          });
    }
  }

  @Override
  void commit(List<List<String>> names) {
    if (passed < begun.next()) {
      throw new GraphemberException(
          ClientError.LOAD_CHANGED,
          "The source is shorter than the one that was read before the load was interrupted: what was sent of that is dropped; load the graph again.");
    }
    labelNames = Optional.of(names);
    steadily(
        () -> {
          super.commit(names);
          return true;
        });
  }

  @Override
  LoadState state() {
    return steadily(super::state);
  }
}
