// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.kernels.MatMul;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Program;
import java.util.Arrays;

/**
 * Some vertices on their way through a slice: their edges, and the values of its program that are
 * given or computed so far. Rows of a value lie {@link #stride} floats apart; what is between is
 * finite and means nothing.
 *
 * <p>Kept from batch to batch; used by one thread.
 */
public final class SliceBatch {
  private final Program program;
  private final float[][] buffers;

  /** Number of vertices. */
  public int rows;

  /** Number of edges. */
  public int edges;

  /** [rows + 1], first edge of each vertex; of a slice that looks at edges. */
  public int[] offsets = new int[1];

  /** [edges], type of each edge; of a slice that looks at them. */
  public int[] edgeTypes = new int[0];

  /** [rows], type of each vertex; of a slice that looks at them. */
  public int[] vertexTypes = new int[0];

  /** [rows], weight of each vertex in its own weighted sum. */
  public float[] selfWeights = new float[0];

  /** Number of neighbourhoods, of a slice that looks at them, see {@link #findNeighborhoods}. */
  int neighborhoods;

  /** [edges], neighbourhood of each edge. */
  int[] neighborhoodOfEdge = new int[0];

  /** [neighborhoods], vertex of each neighbourhood. */
  int[] vertexOfNeighborhood = new int[0];

  /** [neighborhoods], edge type of each neighbourhood. */
  int[] typeOfNeighborhood = new int[0];

  final float[][] values;

  /** A batch of a slice. */
  public SliceBatch(Slice slice) {
    program = slice.program();
    buffers = new float[program.operations().size()][];
    values = new float[buffers.length][];
  }

  /** Begins with other vertices. */
  public void begin(int vertices) {
    rows = vertices;
    edges = 0;
    if (offsets.length <= rows) {
      offsets = new int[rows + 1];
      vertexTypes = new int[rows];
      selfWeights = new float[rows];
    }
  }

  /** Makes room for types of edges. */
  public void ensureEdges(int count) {
    if (edgeTypes.length < count) {
      edgeTypes = Arrays.copyOf(edgeTypes, Math.max(count, 2 * edgeTypes.length));
    }
  }

  /**
   * Finds the neighbourhoods: of each vertex the types of its edges, in whatever order they are.
   */
  void findNeighborhoods() {
    if (neighborhoodOfEdge.length < edges) {
      neighborhoodOfEdge = new int[edgeTypes.length];
      vertexOfNeighborhood = new int[edgeTypes.length];
      typeOfNeighborhood = new int[edgeTypes.length];
    }
    final int types = 1 + Arrays.stream(edgeTypes, 0, edges).max().orElse(-1);
    final int[] latest = new int[types]; // neighbourhood of a type, of this vertex or one before
    Arrays.fill(latest, -1);
    neighborhoods = 0;
    for (int i = 0; i < rows; i++) {
      final int firstOfVertex = neighborhoods;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        final int type = edgeTypes[e];
        if (latest[type] < firstOfVertex) {
          latest[type] = neighborhoods;
          vertexOfNeighborhood[neighborhoods] = i;
          typeOfNeighborhood[neighborhoods++] = type;
        }
        neighborhoodOfEdge[e] = latest[type];
      }
    }
  }

  /** Floats from one row of a value to the next. */
  public int stride(int value) {
    return MatMul.stride(program.operation(value).columns());
  }

  /** Floats of a row of a value. */
  public int columns(int value) {
    return program.operation(value).columns();
  }

  /** The rows of a value that is given or computed. */
  public float[] value(int value) {
    return values[value];
  }

  /** Says that a value is what another one is. */
  void alias(int value, float[] rowsOfOther) {
    values[value] = rowsOfOther;
  }

  /** Room for the rows of a vertex's or an edge's value; what was in it before may still be. */
  public float[] room(int value) {
    return room(value, count(program.operation(value)));
  }

  /** Room for so many rows of a value. */
  public float[] room(int value, int count) {
    final int needed = Math.multiplyExact(count, stride(value));
    if (buffers[value] == null || buffers[value].length < needed) {
      buffers[value] = new float[needed];
    }
    values[value] = buffers[value];
    return buffers[value];
  }

  /**
   * Copies the values of a layout of one vertex.
   *
   * @param i number of the vertex in the batch
   * @param row receives {@code layout.columns()} floats from {@code at} on
   */
  public void collect(RowLayout layout, int i, float[] row, int at) {
    for (int value : layout.values()) {
      final int stride = stride(value);
      System.arraycopy(values[value], i * stride, row, at + layout.offset(value), stride);
    }
  }

  int count(Operation operation) {
    return switch (operation.space()) {
      case ONE -> 1;
      case EDGES -> edges;
      case NEIGHBORHOODS -> neighborhoods;
      case SOURCES, DESTINATIONS, PAIRS -> rows;
    };
  }
}
