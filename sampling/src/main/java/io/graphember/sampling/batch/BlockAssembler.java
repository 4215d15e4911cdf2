// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import io.graphember.graph.id.Vid;
import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.spi.backend.Block;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backend's blocks of sampled hops: edges, and the coefficients, types and features that
 * the model looks at. Keeps scratch between batches; used by one thread at a time.
 */
public final class BlockAssembler {
  private static final long[] NO_EDGES = {};

  private final BlockParts parts;
  private final Optional<VertexTypes> types; // empty if blocks do not tell types of vertices
  private final Optional<RowFetches> edgeRows; // empty if blocks have no features of edges
  private float[] coefficients = new float[1024];
  private float[] features = new float[1024];

  private BlockAssembler(
      BlockParts parts, Optional<VertexTypes> types, Optional<RowFetches> edgeRows) {
    this.parts = parts;
    this.types = types;
    this.edgeRows = edgeRows;
  }

  /** Blocks of edges and their coefficients. */
  public static BlockAssembler of(Aggregation aggregation) {
    return new BlockAssembler(BlockParts.of(aggregation), Optional.empty(), Optional.empty());
  }

  /**
   * Blocks with all that is asked for.
   *
   * @param types types of vertices; there if the parts ask for them
   * @param edgeRows features of edges, by partition and number of an edge; looked at if the parts
   *     ask for them
   * @param partitions number of partitions P
   */
  public static BlockAssembler of(
      BlockParts parts,
      Optional<VertexTypes> types,
      RowSource edgeRows,
      int partitions,
      Replies replies) {
    return new BlockAssembler(
        parts,
        parts.vertexTypes() ? types : Optional.empty(),
        parts.edgeDim() > 0
            ? Optional.of(new RowFetches(edgeRows, partitions, replies))
            : Optional.empty());
  }

  /** What the blocks have. */
  public BlockParts parts() {
    return parts;
  }

  /**
   * A block.
   *
   * @param hop one whose neighbours were added up already has no offsets
   * @param edges which edges the hop has; looked at if the parts need them
   * @param batch the neighbourhood that the hop is of
   */
  Block block(
      SampledHop hop, SampledEdges edges, SampledNeighborhood batch, BatchBuffers.HopBuffers out) {
    if (parts.ordered()) {
      OrderedHop ordered = OrderedHop.of(hop, edges, batch.vids());
      return inOrder(ordered.hop(), ordered.edges(), batch, out);
    }
    return inOrder(hop, edges, batch, out);
  }

  private Block inOrder(
      SampledHop hop, SampledEdges edges, SampledNeighborhood batch, BatchBuffers.HopBuffers out) {
    final int destinations = hop.destinations();
    final int loops = parts.selfLoops() ? destinations : 0;
    final int count = hop.neighbors().length + loops;
    ByteBuffer offsets = out.offsets.ofFloats(destinations + 1);
    ByteBuffer neighbors = out.neighbors.ofFloats(count);
    writeEdges(hop, offsets.asIntBuffer(), neighbors.asIntBuffer());
    Block block = weighted(hop, batch.degrees(), offsets, neighbors, out);
    if (parts.edgeDim() > 0) {
      block = block.withEdgeFeatures(edgeFeatures(hop, edges, out));
    }
    if (parts.edgeTypes() || parts.vertexTypes()) {
      block =
          block.withTypes(
              parts.edgeTypes() ? edgeTypes(hop, edges, out) : null,
              parts.vertexTypes() ? vertexTypes(hop, batch.vids(), out) : null);
    }
    return block;
  }

  private void writeEdges(SampledHop hop, IntBuffer offsets, IntBuffer neighbors) {
    final int destinations = hop.destinations();
    if (hop.isAddedUp()) {
      offsets.put(new int[destinations + 1]);
    } else if (!parts.selfLoops()) {
      offsets.put(hop.offsets(), 0, destinations + 1);
      neighbors.put(hop.neighbors());
    } else {
      for (int v = 0; v < destinations; v++) {
        offsets.put(hop.offsets()[v] + v);
        neighbors.put(v);
        neighbors.put(hop.neighbors(), hop.offsets()[v], hop.offsets()[v + 1] - hop.offsets()[v]);
      }
      offsets.put(hop.offsets()[destinations] + destinations);
    }
  }

  private Block weighted(
      SampledHop hop,
      int[] degrees,
      ByteBuffer offsets,
      ByteBuffer neighbors,
      BatchBuffers.HopBuffers out) {
    @Nullable ByteBuffer edgeWeights = null;
    @Nullable ByteBuffer selfWeights = null;
    final int edges = hop.neighbors().length;
    if (parts.aggregation() == Aggregation.GCN_NORM) {
      edgeWeights = out.edgeWeights.ofFloats(edges);
      if (edges > 0) {
        edgeWeights.asFloatBuffer().put(gcnNorm(hop, degrees), 0, edges);
      }
      selfWeights = out.selfWeights.ofFloats(hop.destinations());
      FloatBuffer selves = selfWeights.asFloatBuffer();
      for (int v = 0; v < hop.destinations(); v++) {
        selves.put(v, (float) (1 / (degrees[v] + 1.0)));
      }
    }
    return new Block(
        hop.destinations(),
        hop.sources(),
        edges + (parts.selfLoops() ? hop.destinations() : 0),
        offsets,
        neighbors,
        edgeWeights,
        selfWeights);
  }

  /** The coefficient of each edge, valid until the next call; null if it has none. */
  float @Nullable [] edgeWeights(SampledHop hop, int[] degrees) {
    if (parts.aggregation() != Aggregation.GCN_NORM) {
      return null;
    }
    return gcnNorm(hop, degrees);
  }

  private float[] gcnNorm(SampledHop hop, int[] degrees) {
    if (coefficients.length < hop.neighbors().length) {
      coefficients = new float[hop.neighbors().length];
    }
    gcnNorm(hop, degrees, coefficients);
    return coefficients;
  }

  private static void gcnNorm(SampledHop hop, int[] degrees, float[] edgeWeights) {
    final int[] offsets = hop.offsets();
    final int[] neighbors = hop.neighbors();
    for (int v = 0; v < hop.destinations(); v++) {
      final int first = offsets[v];
      final int end = offsets[v + 1];
      final double degree = degrees[v] + 1.0;
      final double scale = first == end ? 0 : degrees[v] / (double) (end - first);
      for (int e = first; e < end; e++) {
        double product = degree * (degrees[neighbors[e]] + 1.0);
        double factor = hop.factors().length == 0 ? scale : hop.factors()[e];
        edgeWeights[e] = (float) (factor / Math.sqrt(product));
      }
    }
  }

  private ByteBuffer edgeTypes(SampledHop hop, SampledEdges edges, BatchBuffers.HopBuffers out) {
    ByteBuffer buffer =
        out.edgeTypes.ofFloats(
            hop.neighbors().length + (parts.selfLoops() ? hop.destinations() : 0));
    IntBuffer target = buffer.asIntBuffer();
    for (int v = 0; v < (hop.isAddedUp() ? 0 : hop.destinations()); v++) {
      if (parts.selfLoops()) {
        target.put(0);
      }
      target.put(edges.types(), hop.offsets()[v], hop.offsets()[v + 1] - hop.offsets()[v]);
    }
    return buffer;
  }

  private static ByteBuffer vertexTypes(
      VertexTypes types, long[] vids, int sources, BatchBuffers.HopBuffers out) {
    ByteBuffer buffer = out.vertexTypes.ofFloats(sources);
    IntBuffer target = buffer.asIntBuffer();
    for (int i = 0; i < sources; i++) {
      target.put(i, types.typeOf(vids[i]));
    }
    return buffer;
  }

  private ByteBuffer vertexTypes(SampledHop hop, long[] vids, BatchBuffers.HopBuffers out) {
    return vertexTypes(types.orElseThrow(), vids, hop.sources(), out);
  }

  private ByteBuffer edgeFeatures(SampledHop hop, SampledEdges edges, BatchBuffers.HopBuffers out) {
    final int dim = parts.edgeDim();
    final int count = hop.neighbors().length;
    final int floats = floats(count + (parts.selfLoops() ? hop.destinations() : 0L), dim);
    long[] rows = count == 0 ? NO_EDGES : new long[count];
    for (int e = 0; e < count; e++) {
      rows[e] = Vid.of(edges.partitions()[e], edges.numbers()[e]);
    }
    if (features.length < count * dim) {
      features = new float[count * dim];
    }
    RowFetches fetches = edgeRows.orElseThrow();
    fetches.request(rows, count);
    fetches.write(rows, FloatBuffer.wrap(features));
    fetches.clear();
    ByteBuffer buffer = out.edgeFeatures.ofFloats(floats);
    FloatBuffer target = buffer.asFloatBuffer();
    final float[] none = new float[dim];
    for (int v = 0; v < (hop.isAddedUp() ? 0 : hop.destinations()); v++) {
      if (parts.selfLoops()) {
        target.put(none);
      }
      final int first = hop.offsets()[v];
      target.put(features, first * dim, (hop.offsets()[v + 1] - first) * dim);
    }
    return buffer;
  }

  private static int floats(long edges, int dim) {
    if (edges * dim > BatchAssembler.MAX_FLOATS) {
      throw new GraphemberException(
          SamplingError.BATCH_TOO_LARGE,
          "A hop of a batch has %d edges with %d features each, more than 2 GiB; lower training.batchSize or training.fanouts."
              .formatted(edges, dim));
    }
    return (int) (edges * dim);
  }
}
