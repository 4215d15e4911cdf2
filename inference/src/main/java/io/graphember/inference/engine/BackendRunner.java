// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.memory.DirectBuffer;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.List;

/**
 * Runs a layer as a model of one layer on the engine that trains: vertices whose neighbours are
 * added up as aggregated input, others as a block in which each edge has a source of its own.
 */
final class BackendRunner implements SliceRunner {
  private static final ByteBuffer EMPTY = DirectBuffer.allocate(0);
  private static final int OWN = 1; // value of a vertex's own rows, see Slice.whole

  private final ModelSession session;
  private final Slice slice;
  private final ByteBuffer parameters;
  private final int output;
  private final int edgeFeatures; // value, -1 for none
  private final DirectBuffer outputRows = new DirectBuffer();
  private final DirectBuffer inputRows = new DirectBuffer();
  private final DirectBuffer ownRows = new DirectBuffer();
  private final DirectBuffer sums = new DirectBuffer();
  private final DirectBuffer selfWeights = new DirectBuffer();
  private final DirectBuffer offsets = new DirectBuffer();
  private final DirectBuffer neighbors = new DirectBuffer();
  private final DirectBuffer edgeTypes = new DirectBuffer();
  private final DirectBuffer vertexTypes = new DirectBuffer();
  private final DirectBuffer features = new DirectBuffer();

  BackendRunner(ModelSession session, Slice slice, SliceWeights weights) {
    this.session = session;
    this.slice = slice;
    final Program program = slice.program();
    parameters = DirectBuffer.allocate(4 * session.spec().layout().length());
    for (int w = 0; w < program.weights().size(); w++) {
      parameters
          .asFloatBuffer()
          .put(session.spec().layout().of(0).get(w).offset(), weights.matrix(w));
    }
    output = program.operations().size() - 1;
    edgeFeatures =
        program.operations().stream()
            .map(Operation::operator)
            .toList()
            .indexOf(Operator.EDGE_FEATURES);
  }

  @Override
  public void transform(SliceBatch batch) {
    // Rows are kept as they enter.
  }

  @Override
  public float[] apply(SliceBatch batch) {
    final int columns = batch.columns(output);
    final ByteBuffer rows = outputRows.ofFloats(batch.rows * columns);
    final MiniBatch input = slice.aggregations().isEmpty() ? ofEdges(batch) : ofAggregated(batch);
    session.forward(input, parameters, rows, null);
    final float[] result = batch.room(output);
    final FloatBuffer computed = rows.asFloatBuffer();
    for (int i = 0; i < batch.rows; i++) {
      computed.get(i * columns, result, i * batch.stride(output), columns);
    }
    return result;
  }

  private MiniBatch ofAggregated(SliceBatch batch) {
    Block block =
        new Block(
            batch.rows,
            batch.rows,
            0,
            noEdges(batch),
            EMPTY,
            EMPTY,
            floats(batch.selfWeights, batch.rows));
    if (slice.program().usesVertexTypes()) {
      block = block.withTypes(EMPTY, integers(vertexTypes, batch.vertexTypes, batch.rows));
    }
    return new MiniBatch(
        List.of(block),
        new BatchInput.Aggregated(
            rows(ownRows, batch, OWN), rows(sums, batch, slice.aggregations().get(0))),
        0);
  }

  private MiniBatch ofEdges(SliceBatch batch) {
    final int[] order = EdgeOrder.byType(batch, slice.program().usesEdgeTypes());
    final int sources = batch.rows + batch.edges;
    final ByteBuffer sourceOfEdge = neighbors.ofFloats(batch.edges);
    final ByteBuffer typeOfEdge = edgeTypes.ofFloats(batch.edges);
    for (int e = 0; e < batch.edges; e++) {
      sourceOfEdge.putInt(4 * e, batch.rows + order[e]);
      typeOfEdge.putInt(4 * e, batch.edgeTypes[order[e]]);
    }
    Block block =
        new Block(
                batch.rows,
                sources,
                batch.edges,
                integers(offsets, batch.offsets, batch.rows + 1),
                sourceOfEdge,
                null,
                null)
            .withTypes(typeOfEdge, vertexTypes(batch));
    if (edgeFeatures >= 0) {
      block = block.withEdgeFeatures(features(batch, order));
    }
    final ByteBuffer input = inputRows.ofFloats(Math.multiplyExact(sources, batch.columns(0)));
    put(batch, OWN, batch.rows, input.asFloatBuffer());
    put(batch, 0, batch.edges, input.asFloatBuffer().position(batch.rows * batch.columns(0)));
    return new MiniBatch(List.of(block), new BatchInput.Rows(input), 0);
  }

  private ByteBuffer vertexTypes(SliceBatch batch) {
    final ByteBuffer types = vertexTypes.ofFloats(batch.rows + batch.edges);
    if (slice.program().usesVertexTypes()) {
      final IntBuffer target = types.asIntBuffer();
      target.put(batch.vertexTypes, 0, batch.rows).put(batch.sourceTypes, 0, batch.edges);
    }
    return types;
  }

  private ByteBuffer features(SliceBatch batch, int[] order) {
    final int columns = batch.columns(edgeFeatures);
    final ByteBuffer rows = features.ofFloats(Math.multiplyExact(batch.edges, columns));
    final FloatBuffer target = rows.asFloatBuffer();
    for (int e = 0; e < batch.edges; e++) {
      target.put(batch.value(edgeFeatures), order[e] * batch.stride(edgeFeatures), columns);
    }
    return rows;
  }

  private static ByteBuffer rows(DirectBuffer memory, SliceBatch batch, int value) {
    final ByteBuffer rows = memory.ofFloats(batch.rows * batch.columns(value));
    put(batch, value, batch.rows, rows.asFloatBuffer());
    return rows;
  }

  private static void put(SliceBatch batch, int value, int count, FloatBuffer target) {
    for (int i = 0; i < count; i++) {
      target.put(batch.value(value), i * batch.stride(value), batch.columns(value));
    }
  }

  private ByteBuffer noEdges(SliceBatch batch) {
    final ByteBuffer zeros = offsets.ofFloats(batch.rows + 1);
    for (int i = 0; i <= batch.rows; i++) {
      zeros.putInt(4 * i, 0);
    }
    return zeros;
  }

  private ByteBuffer floats(float[] values, int count) {
    final ByteBuffer buffer = selfWeights.ofFloats(count);
    buffer.asFloatBuffer().put(values, 0, count);
    return buffer;
  }

  private static ByteBuffer integers(DirectBuffer memory, int[] values, int count) {
    final ByteBuffer buffer = memory.ofFloats(count);
    buffer.asIntBuffer().put(values, 0, count);
    return buffer;
  }

  @Override
  public void close() {
    session.close();
  }
}
