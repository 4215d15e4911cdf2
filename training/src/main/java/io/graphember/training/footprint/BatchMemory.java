// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.util.List;

/** Bytes of the direct buffers that one batch is assembled in. */
final class BatchMemory {
  private static final long WORD = 4; // of a float or an int

  private BatchMemory() {}

  /**
   * Rows of all sources of layer 0, and of each block offsets, neighbours and what its layers look
   * at of edges and vertices.
   *
   * @param rowFloats floats of a row of a source
   */
  static long bytes(ModelSpec spec, long rowFloats, List<BlockSize> blocks) {
    List<Program> programs = spec.programs();
    final boolean weights = programs.stream().anyMatch(p -> p.uses(Operator.NEIGHBOR_WEIGHTED_SUM));
    final boolean edgeTypes = programs.stream().anyMatch(Program::usesEdgeTypes);
    final boolean vertexTypes = programs.stream().anyMatch(Program::usesVertexTypes);
    final int edgeDim = programs.stream().mapToInt(Program::edgeFeatures).max().orElse(0);
    final int ofEdge = 1 + (weights ? 1 : 0) + (edgeTypes ? 1 : 0) + edgeDim;
    long words = blocks.get(0).sources() * rowFloats;
    for (BlockSize block : blocks) {
      words += block.edges() * ofEdge;
      words += block.destinations() * (weights ? 2 : 1);
      words += vertexTypes ? block.sources() : 0;
      words += 3 * block.pairs();
    }
    return WORD * words;
  }
}
