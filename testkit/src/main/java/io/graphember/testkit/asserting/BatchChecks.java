// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.asserting;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.SeedPairs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What a batch says of itself that is not checked before it is computed: the values in it. */
final class BatchChecks {
  private BatchChecks() {}

  /**
   * Fails unless a buffer is one that crosses the boundary.
   *
   * @param elements of 4 bytes that it holds at least
   */
  static void buffer(String name, ByteBuffer buffer, long elements) {
    check(buffer != null && buffer.isDirect(), "%s is no direct buffer", name);
    check(
        buffer.order() == ByteOrder.nativeOrder(), "%s is in byte order %s", name, buffer.order());
    check(buffer.position() == 0, "%s begins at %d", name, buffer.position());
    check(
        buffer.capacity() >= 4 * elements,
        "%s holds %d bytes, needs %d",
        name,
        buffer.capacity(),
        4 * elements);
  }

  /** Fails unless all numbers of a batch lead somewhere. */
  static void check(MiniBatch batch) {
    batch.blocks().forEach(BatchChecks::check);
    if (batch.input() instanceof BatchInput.Rows rows) {
      buffer("rows", rows.rows(), 0);
    } else if (batch.input() instanceof BatchInput.Aggregated both) {
      buffer("self", both.self(), 0);
      buffer("aggregated", both.aggregated(), 0);
    } else if (batch.input() instanceof BatchInput.Sparse sparse) {
      sparse
          .rows()
          .fault()
          .ifPresent(
              fault -> {
                throw new AssertionError("sparse rows " + fault);
              });
    }
  }

  private static void check(Block block) {
    buffer("offsets", block.offsets(), block.destinations() + 1L);
    buffer("neighbors", block.neighbors(), block.edges());
    if (block.edgeWeights() != null && block.selfWeights() != null) {
      buffer("edgeWeights", block.edgeWeights(), block.edges());
      buffer("selfWeights", block.selfWeights(), block.destinations());
    }
    int end = block.offsets().getInt(0);
    check(end == 0, "offsets begin at %d", end);
    for (int i = 0; i < block.destinations(); i++) {
      final int begin = end;
      end = block.offsets().getInt(4 * (i + 1));
      check(
          begin <= end && end <= block.edges(),
          "destination %d has the edges %d to %d of %d",
          i,
          begin,
          end - 1,
          block.edges());
      checkTypes(block, i, begin, end);
    }
    for (int e = 0; e < end; e++) {
      below("source of edge " + e, block.neighbors().getInt(4 * e), block.sources());
    }
  }

  private static void checkTypes(Block block, int destination, int begin, int end) {
    int before = 0;
    for (int e = begin; block.edgeTypes() != null && e < end; e++) {
      final int type = block.edgeTypes().getInt(4 * e);
      check(
          type >= before,
          "edge %d of destination %d has type %d after %d",
          e,
          destination,
          type,
          before);
      before = type;
    }
  }

  /** Fails unless all ends of pairs are seeds. */
  static void check(SeedPairs pairs, int seeds) {
    buffer("heads", pairs.heads(), pairs.count());
    buffer("tails", pairs.tails(), pairs.count());
    for (int i = 0; i < pairs.count(); i++) {
      below("head of pair " + i, pairs.heads().getInt(4 * i), seeds);
      below("tail of pair " + i, pairs.tails().getInt(4 * i), seeds);
    }
  }

  private static void below(String what, int number, int bound) {
    check(number >= 0 && number < bound, "%s is %d of %d", what, number, bound);
  }

  private static void check(boolean kept, String format, Object... arguments) {
    if (!kept) {
      throw new AssertionError(format.formatted(arguments));
    }
  }
}
