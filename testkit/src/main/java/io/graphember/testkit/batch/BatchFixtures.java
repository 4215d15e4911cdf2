// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.batch;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Small random steps, a pure function of their arguments. The blocks of {@link #random} hold what a
 * sampler may send: duplicate edges, destinations that are their own neighbours, and, every fourth
 * one, isolated destinations.
 */
public final class BatchFixtures {
  private static final int ROWS = 1;
  private static final int LABELS = 2;
  private static final int PARAMETERS = 3;
  private static final int DROPOUT = 4;
  private static final int BLOCKS = 5;
  private static final int EDGE_WEIGHTS = 6;
  private static final int SELF_WEIGHTS = 7;
  private static final int EDGE_FEATURES = 8;
  private static final int EDGE_TYPES = 9;
  private static final int VERTEX_TYPES = 10;

  private BatchFixtures() {}

  /**
   * A random step with input rows.
   *
   * @param name name of the case
   * @param spec model
   * @param seeds number of seeds, may be 0
   * @param fanout largest number of edges of a destination, may be 0
   * @param key key of all random numbers
   */
  public static BatchCase random(String name, ModelSpec spec, int seeds, int fanout, long key) {
    int[][][] neighbors = new int[spec.layers()][][];
    int[] sources = new int[spec.layers()];
    int destinations = seeds;
    for (int k = spec.layers() - 1; k >= 0; k--) {
      // Half of the sampled edges lead to new vertices.
      sources[k] = destinations + destinations * fanout / 2;
      long layerKey = CounterRandom.child(key, BLOCKS, k);
      neighbors[k] = randomNeighbors(destinations, sources[k], fanout, layerKey);
      destinations = sources[k];
    }
    return of(name, spec, neighbors, sources, key);
  }

  /**
   * A random step whose layers all have the same vertices, as one over a whole graph: for models of
   * any depth.
   *
   * @param name name of the case
   * @param spec model
   * @param vertices number of vertices, all of them seeds
   * @param fanout edges of a vertex on each layer
   * @param key key of all random numbers
   */
  public static BatchCase whole(String name, ModelSpec spec, int vertices, int fanout, long key) {
    int[][][] neighbors = new int[spec.layers()][][];
    int[] sources = new int[spec.layers()];
    for (int k = 0; k < spec.layers(); k++) {
      long layerKey = CounterRandom.child(key, BLOCKS, k);
      neighbors[k] = randomNeighbors(vertices, vertices, fanout, layerKey);
      sources[k] = vertices;
    }
    return of(name, spec, neighbors, sources, key);
  }

  /**
   * A step over given edges; rows, weights, labels and parameters are random.
   *
   * @param name name of the case
   * @param spec model
   * @param neighbors per layer and destination, the sources of its edges
   * @param sources per layer, the number of sources
   * @param key key of all random numbers
   */
  public static BatchCase of(
      String name, ModelSpec spec, int[][][] neighbors, int[] sources, long key) {
    List<Block> blocks = new ArrayList<>();
    for (int k = 0; k < spec.layers(); k++) {
      long layerKey = CounterRandom.child(key, BLOCKS, k);
      Block block = block(neighbors[k], sources[k], spec.program(k), layerKey);
      blocks.add(withParts(block, spec, k, key));
    }
    ByteBuffer rows = uniform(CounterRandom.child(key, ROWS), sources[0] * spec.inputDim(), 0f, 1f);
    MiniBatch batch =
        new MiniBatch(blocks, new BatchInput.Rows(rows), CounterRandom.child(key, DROPOUT));
    int seeds = batch.seeds();
    int[] labels = new int[seeds];
    for (int i = 0; i < seeds; i++) {
      long bits = CounterRandom.bits(CounterRandom.child(key, LABELS), i);
      labels[i] = CounterRandom.bounded(bits, spec.outputDim());
    }
    Targets targets = Targets.classes(DirectBuffers.ofInts(labels), seeds == 0 ? 1f : 1f / seeds);
    return new BatchCase(name, spec, batch, targets, parameters(spec, key));
  }

  /**
   * Random parameters around their first values: those that begin at random uniform within {@code
   * sqrt(3 / rows)}, others within 0.3.
   *
   * @param spec model
   * @param key key of the random numbers
   */
  public static ByteBuffer parameters(ModelSpec spec, long key) {
    ByteBuffer parameters = DirectBuffers.zeros(spec.layout().length());
    for (var parameter : spec.layout().parameters()) {
      float bound = parameter.bound() > 0 ? (float) Math.sqrt(3.0 / parameter.rows()) : 0.3f;
      long parameterKey = CounterRandom.child(key, PARAMETERS, parameter.offset());
      ByteBuffer values =
          uniform(parameterKey, parameter.length(), (float) parameter.initial(), bound);
      parameters.put(4 * parameter.offset(), values, 0, values.capacity());
    }
    return parameters;
  }

  private static float aggregated(
      Block block, Operator aggregator, ByteBuffer rows, int dim, int destination, int column) {
    double sum = 0;
    double weights = 0;
    final int end = block.offsets().getInt(4 * (destination + 1));
    for (int e = block.offsets().getInt(4 * destination); e < end; e++) {
      if (aggregator == Operator.MEAN_BY_TYPE
          && Block.present(block.edgeTypes()).getInt(4 * e) != column / dim) {
        continue;
      }
      double weight =
          aggregator == Operator.NEIGHBOR_WEIGHTED_SUM
              ? Block.present(block.edgeWeights()).getFloat(4 * e)
              : 1;
      int source = block.neighbors().getInt(4 * e);
      sum += weight * rows.getFloat(4 * (source * dim + column % dim));
      weights += weight;
    }
    boolean mean = aggregator == Operator.NEIGHBOR_MEAN || aggregator == Operator.MEAN_BY_TYPE;
    return (float) (mean && weights > 0 ? sum / weights : sum);
  }

  /**
   * The batch as it arrives when layer 0 was aggregated where the rows are: same result, no edges
   * and no sources beyond the destinations in block 0.
   *
   * @param spec model
   * @param batch batch with {@link BatchInput.Rows}
   */
  public static MiniBatch pushedDown(ModelSpec spec, MiniBatch batch) {
    Block block = batch.blocks().get(0);
    ByteBuffer rows = ((BatchInput.Rows) batch.input()).rows();
    int dim = spec.inputDim();
    ByteBuffer self = DirectBuffers.zeros(block.destinations() * dim);
    self.put(0, rows, 0, self.capacity());
    ByteBuffer aggregated = DirectBuffers.zeros(block.destinations() * spec.aggregatedDim());
    Operator aggregator = spec.program(0).inEvaluation().typedAggregator().orElseThrow().operator();
    for (int i = 0; i < block.destinations(); i++) {
      for (int column = 0; column < spec.aggregatedDim(); column++) {
        float value = aggregated(block, aggregator, rows, dim, i, column);
        aggregated.putFloat(4 * (i * spec.aggregatedDim() + column), value);
      }
    }
    List<Block> blocks = new ArrayList<>(batch.blocks());
    blocks.set(
        0,
        new Block(
            block.destinations(),
            block.destinations(),
            0,
            DirectBuffers.zeros(block.destinations() + 1),
            DirectBuffers.zeros(0),
            block.weighted() ? DirectBuffers.zeros(0) : null,
            block.selfWeights()));
    return new MiniBatch(blocks, new BatchInput.Aggregated(self, aggregated), batch.dropoutKey());
  }

  /** The batch with most of its rows' values, those below a bound, replaced by zeros. */
  static MiniBatch withZeros(MiniBatch batch, float bound) {
    ByteBuffer rows = DirectBuffers.copyOf(((BatchInput.Rows) batch.input()).rows());
    for (int at = 0; at < rows.capacity(); at += Float.BYTES) {
      rows.putFloat(at, rows.getFloat(at) < bound ? 0 : rows.getFloat(at));
    }
    return new MiniBatch(batch.blocks(), new BatchInput.Rows(rows), batch.dropoutKey());
  }

  /**
   * The batch with its rows as sparse ones.
   *
   * @param batch batch with {@link BatchInput.Rows}
   */
  static MiniBatch sparse(ModelSpec spec, MiniBatch batch) {
    float[] rows = DirectBuffers.floats(((BatchInput.Rows) batch.input()).rows());
    CsrRows sparse = CsrRows.of(rows, 0, batch.blocks().get(0).sources(), spec.inputDim());
    return new MiniBatch(batch.blocks(), new BatchInput.Sparse(sparse), batch.dropoutKey());
  }

  /** A batch with equal values in buffers of its own. */
  public static MiniBatch copyOf(MiniBatch batch) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : batch.blocks()) {
      blocks.add(withBuffers(block, DirectBuffers::copyOf));
    }
    BatchInput input;
    if (batch.input() instanceof BatchInput.Rows rows) {
      input = new BatchInput.Rows(DirectBuffers.copyOf(rows.rows()));
    } else {
      BatchInput.Aggregated aggregated = (BatchInput.Aggregated) batch.input();
      input =
          new BatchInput.Aggregated(
              DirectBuffers.copyOf(aggregated.self()),
              DirectBuffers.copyOf(aggregated.aggregated()));
    }
    return new MiniBatch(blocks, input, batch.dropoutKey());
  }

  /** The same block in other buffers, made of its own one by one. */
  public static Block withBuffers(Block block, UnaryOperator<ByteBuffer> copy) {
    return new Block(
        block.destinations(),
        block.sources(),
        block.edges(),
        copy.apply(block.offsets()),
        copy.apply(block.neighbors()),
        ifAny(block.edgeWeights(), copy),
        ifAny(block.selfWeights(), copy),
        ifAny(block.edgeFeatures(), copy),
        ifAny(block.edgeTypes(), copy),
        ifAny(block.vertexTypes(), copy));
  }

  private static @Nullable ByteBuffer ifAny(
      @Nullable ByteBuffer buffer, UnaryOperator<ByteBuffer> copy) {
    return buffer == null ? null : copy.apply(buffer);
  }

  private static Loss withBuffers(Loss loss, UnaryOperator<ByteBuffer> copy) {
    if (loss instanceof Loss.Classes classes) {
      return new Loss.Classes(copy.apply(classes.labels()), ifAny(classes.weights(), copy));
    } else if (loss instanceof Loss.Labels labels) {
      return new Loss.Labels(copy.apply(labels.labels()));
    } else if (loss instanceof Loss.Values values) {
      return new Loss.Values(copy.apply(values.values()));
    } else if (loss instanceof Loss.Weighted weighted) {
      return new Loss.Weighted(withBuffers(weighted.rows(), copy), copy.apply(weighted.weights()));
    }
    return loss;
  }

  /** The same targets in other buffers, made of theirs one by one. */
  public static Targets withBuffers(Targets targets, UnaryOperator<ByteBuffer> copy) {
    return new Targets(
        targets
            .pairs()
            .map(
                pairs ->
                    new SeedPairs(
                        pairs.count(),
                        copy.apply(pairs.heads()),
                        copy.apply(pairs.tails()),
                        ifAny(pairs.relations(), copy))),
        withBuffers(targets.loss(), copy),
        targets.scale());
  }

  private static int[][] randomNeighbors(int destinations, int sources, int fanout, long key) {
    int[][] neighbors = new int[destinations][];
    for (int i = 0; i < destinations; i++) {
      long rowKey = CounterRandom.child(key, i);
      int degree =
          i % 4 == 3 || fanout == 0
              ? 0
              : 1 + CounterRandom.bounded(CounterRandom.bits(rowKey, 0), fanout);
      neighbors[i] = new int[degree];
      for (int e = 0; e < degree; e++) {
        // The second edge repeats the first.
        neighbors[i][e] =
            CounterRandom.bounded(CounterRandom.bits(rowKey, e == 1 ? 1 : e + 1), sources);
      }
    }
    return neighbors;
  }

  private static Block block(int[][] neighbors, int sources, Program program, long key) {
    boolean weighted = program.uses(Operator.NEIGHBOR_WEIGHTED_SUM);
    int[] offsets = new int[neighbors.length + 1];
    for (int i = 0; i < neighbors.length; i++) {
      offsets[i + 1] = offsets[i] + neighbors[i].length;
    }
    int[] flat = Arrays.stream(neighbors).flatMapToInt(Arrays::stream).toArray();
    return new Block(
        neighbors.length,
        sources,
        flat.length,
        DirectBuffers.ofInts(offsets),
        DirectBuffers.ofInts(flat),
        weighted ? uniform(CounterRandom.child(key, EDGE_WEIGHTS), flat.length, 0f, 1f) : null,
        weighted
            ? uniform(CounterRandom.child(key, SELF_WEIGHTS), neighbors.length, 0f, 1f)
            : null);
  }

  /** Adds the features and types that the layer looks at. */
  private static Block withParts(Block block, ModelSpec spec, int layer, long key) {
    Program program = spec.program(layer);
    Block result = block;
    if (program.edgeFeatures() > 0) {
      long featureKey = CounterRandom.child(key, EDGE_FEATURES, layer);
      int length = block.edges() * program.edgeFeatures();
      result = result.withEdgeFeatures(uniform(featureKey, length, 0f, 1f));
    }
    if (program.usesEdgeTypes() || program.usesVertexTypes()) {
      int[] ofEdges = new int[block.edges()];
      long typeKey = CounterRandom.child(key, EDGE_TYPES, layer);
      for (int i = 0; i < block.destinations(); i++) {
        int begin = block.offsets().getInt(4 * i);
        int end = block.offsets().getInt(4 * (i + 1));
        fillTypes(ofEdges, begin, end, spec.options().edgeTypes(), typeKey);
        Arrays.sort(ofEdges, begin, end);
      }
      int[] ofSources = new int[block.sources()];
      // A vertex has the same type in every block, where it has the same number.
      long vertexKey = CounterRandom.child(key, VERTEX_TYPES);
      fillTypes(ofSources, 0, ofSources.length, spec.options().vertexTypes(), vertexKey);
      result = result.withTypes(DirectBuffers.ofInts(ofEdges), DirectBuffers.ofInts(ofSources));
    }
    return result;
  }

  private static void fillTypes(int[] types, int begin, int end, int count, long key) {
    for (int i = begin; i < end; i++) {
      types[i] = CounterRandom.bounded(CounterRandom.bits(key, i), count);
    }
  }

  private static ByteBuffer uniform(long key, int length, float centre, float bound) {
    ByteBuffer values = DirectBuffers.zeros(length);
    for (int i = 0; i < length; i++) {
      float unit = CounterRandom.unitFloat(CounterRandom.bits(key, i));
      values.putFloat(4 * i, centre + bound * (2 * unit - 1));
    }
    return values;
  }
}
