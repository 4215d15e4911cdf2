// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static io.graphember.spi.backend.Block.present;

import ai.djl.ndarray.NDArray;
import io.graphember.spi.backend.Block;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A block's buffers as tensors on the same memory, for one call of one program. */
final class BlockTensors {
  private final NdScope scope;
  private final Block block;
  private final Program program;
  private final DropoutMasks masks;
  private final long dropoutKey;

  BlockTensors(NdScope scope, Block block, Program program, DropoutMasks masks, long dropoutKey) {
    this.scope = scope;
    this.block = block;
    this.program = program;
    this.masks = masks;
    this.dropoutKey = dropoutKey;
  }

  /** The tensor of an argument that comes with the block. */
  NDArray get(Argument argument) {
    return switch (argument.part()) {
      case OFFSETS -> scope.ints(block.offsets(), block.destinations() + 1L);
      case NEIGHBORS -> scope.ints(block.neighbors(), block.edges());
      case NTH_NEIGHBOR -> nthNeighbor(argument.number());
      case EDGE_WEIGHTS -> scope.floats(present(block.edgeWeights()), 0, block.edges());
      case SELF_WEIGHTS -> scope.floats(present(block.selfWeights()), 0, block.destinations());
      case EDGE_FEATURES ->
          scope.floats(present(block.edgeFeatures()), 0, block.edges(), program.edgeFeatures());
      case EDGE_TYPES -> scope.ints(present(block.edgeTypes()), block.edges());
      case VERTEX_TYPES -> scope.ints(present(block.vertexTypes()), block.sources());
      case MASK -> mask(argument.number());
      default -> throw new IllegalArgumentException("a block has no " + argument.part());
    };
  }

  private NDArray nthNeighbor(int number) {
    ByteBuffer numbers =
        ByteBuffer.allocateDirect(Integer.BYTES * block.destinations())
            .order(ByteOrder.nativeOrder());
    block.writeNeighbors(number, numbers.asIntBuffer());
    return scope.ints(numbers, block.destinations());
  }

  private NDArray mask(int stream) {
    Operation dropout =
        program.operations().stream()
            .filter(o -> o.operator() == Operator.DROPOUT && o.stream() == stream)
            .findFirst()
            .orElseThrow();
    int rows = rows(dropout.space());
    int length = Math.multiplyExact(rows, dropout.columns());
    return scope.floats(
        masks.fill(dropoutKey, stream, (float) dropout.constant(), length),
        0,
        rows,
        dropout.columns());
  }

  private int rows(Space space) {
    return switch (space) {
      case SOURCES -> block.sources();
      case DESTINATIONS -> block.destinations();
      case EDGES -> block.edges();
      case NEIGHBORHOODS, PAIRS, ONE ->
          throw new IllegalArgumentException("no dropout of " + space);
    };
  }
}
