// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import static io.graphember.spi.backend.Block.present;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.CopyClock;
import io.graphember.spi.backend.Dropout;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * What one run is fed with: copies of the caller's buffers in the engine's memory, freed by {@link
 * #close()}.
 */
final class BatchTensors implements AutoCloseable {
  private final ModelSpec spec;
  private final ParameterLayout layout;
  private final List<Program> programs;
  private final MiniBatch batch;
  private final ByteBuffer parameters;
  private final CopyClock copies;
  private final List<Tensor> tensors = new ArrayList<>();
  private Optional<SeedPairs> pairs = Optional.empty();
  private Optional<Targets> targets = Optional.empty();

  /**
   * Tensors of a batch.
   *
   * @param programs as they are in the graph that is run
   * @param copies takes the time of copies
   */
  BatchTensors(
      ModelSpec spec,
      ParameterLayout layout,
      List<Program> programs,
      MiniBatch batch,
      ByteBuffer parameters,
      CopyClock copies) {
    this.spec = spec;
    this.layout = layout;
    this.programs = programs;
    this.batch = batch;
    this.parameters = parameters;
    this.copies = copies;
  }

  /** Adds pairs of the seeds. */
  BatchTensors with(SeedPairs ofSeeds) {
    pairs = Optional.of(ofSeeds);
    return this;
  }

  /** Adds what is to be learned, and its pairs. */
  BatchTensors with(Targets toLearn) {
    targets = Optional.of(toLearn);
    pairs = toLearn.pairs();
    return this;
  }

  /** Makes the tensor of a feed. */
  Tensor get(Feed feed) {
    Tensor tensor =
        copies.in(() -> feed.program() == Feed.OF_LOSS ? ofLoss(feed.part()) : ofProgram(feed));
    tensors.add(tensor);
    return tensor;
  }

  private Tensor ofLoss(Feed.Part part) {
    final Targets toLearn = targets.orElseThrow();
    final int rows = toLearn.rows(batch);
    if (part == Feed.Part.SCALE) {
      return TFloat32.scalarOf(toLearn.scale());
    }
    if (toLearn.loss() instanceof Loss.Weighted weighted) {
      return part == Feed.Part.ROW_WEIGHTS
          ? floats(weighted.weights(), 0, rows)
          : ofLoss(part, weighted.rows(), rows);
    }
    return ofLoss(part, toLearn.loss(), rows);
  }

  private Tensor ofLoss(Feed.Part part, Loss loss, int rows) {
    if (loss instanceof Loss.Classes classes) {
      return part == Feed.Part.LABELS
          ? ints(classes.labels(), rows)
          : floats(present(classes.weights()), 0, spec.outputs());
    }
    ByteBuffer expected =
        loss instanceof Loss.Labels labels ? labels.labels() : ((Loss.Values) loss).values();
    return floats(expected, 0, rows, spec.outputs());
  }

  private Tensor ofProgram(Feed feed) {
    return switch (feed.part()) {
      case WEIGHT -> weight(feed);
      case HEADS, TAILS, RELATIONS -> ofPairs(feed.part(), pairs.orElseThrow());
      default -> ofBlock(feed, batch.blocks().get(feed.program()));
    };
  }

  private static Tensor ofPairs(Feed.Part part, SeedPairs pairs) {
    return switch (part) {
      case HEADS -> ints(pairs.heads(), pairs.count());
      case TAILS -> ints(pairs.tails(), pairs.count());
      case RELATIONS -> ints(present(pairs.relations()), pairs.count());
      default -> throw new IllegalArgumentException("a pair has no " + part);
    };
  }

  private Tensor ofBlock(Feed feed, Block block) {
    return switch (feed.part()) {
      case INPUT -> rows(block);
      case AGGREGATED -> aggregated(block);
      case DESTINATIONS -> TInt32.scalarOf(block.destinations());
      case DESTINATION_OF_EDGE -> destinationOfEdge(block);
      case NEIGHBORS -> ints(block.neighbors(), block.edges());
      case NTH_NEIGHBOR -> nthNeighbor(block, feed.number());
      case NEIGHBORHOOD_OF_EDGE -> ints(NeighborhoodIndex.of(block).ofEdge());
      case DESTINATION_OF_NEIGHBORHOOD -> ints(NeighborhoodIndex.of(block).destinations());
      case TYPE_OF_NEIGHBORHOOD -> ints(NeighborhoodIndex.of(block).types());
      case EDGE_WEIGHTS -> floats(present(block.edgeWeights()), 0, block.edges(), 1);
      case SELF_WEIGHTS -> floats(present(block.selfWeights()), 0, block.destinations(), 1);
      case EDGE_FEATURES ->
          floats(
              present(block.edgeFeatures()),
              0,
              block.edges(),
              programs.get(feed.program()).edgeFeatures());
      case EDGE_TYPES -> ints(present(block.edgeTypes()), block.edges());
      case VERTEX_TYPES -> ints(present(block.vertexTypes()), block.sources());
      case MASK -> mask(feed, block);
      default -> throw new IllegalArgumentException("a block has no " + feed.part());
    };
  }

  private Tensor rows(Block block) {
    if (batch.input() instanceof BatchInput.Aggregated both) {
      return floats(both.self(), 0, block.destinations(), spec.inputDim());
    }
    return floats(((BatchInput.Rows) batch.input()).rows(), 0, block.sources(), spec.inputDim());
  }

  private Tensor aggregated(Block block) {
    ByteBuffer rows = ((BatchInput.Aggregated) batch.input()).aggregated();
    return floats(rows, 0, block.destinations(), spec.aggregatedDim());
  }

  private Tensor weight(Feed feed) {
    ParameterLayout.Parameter parameter = layout.parameters().get(feed.number());
    return floats(parameters, parameter.offset(), parameter.rows(), parameter.columns());
  }

  private static Tensor destinationOfEdge(Block block) {
    Tensor tensor = Tensor.of(TInt32.class, Shape.of(block.edges()));
    IntBuffer numbers = TensorMemory.of(tensor).asIntBuffer();
    int end = block.offsets().getInt(0);
    for (int i = 0; i < block.destinations(); i++) {
      int begin = end;
      end = block.offsets().getInt(4 * (i + 1));
      for (int e = begin; e < end; e++) {
        numbers.put(e, i);
      }
    }
    return tensor;
  }

  private static Tensor nthNeighbor(Block block, int number) {
    Tensor tensor = Tensor.of(TInt32.class, Shape.of(block.destinations()));
    block.writeNeighbors(number, TensorMemory.of(tensor).asIntBuffer());
    return tensor;
  }

  private Tensor mask(Feed feed, Block block) {
    Operation dropout =
        programs.get(feed.program()).operations().stream()
            .filter(o -> o.operator() == Operator.DROPOUT && o.stream() == feed.number())
            .findFirst()
            .orElseThrow();
    int rows = rows(block, dropout.space());
    int length = Math.multiplyExact(rows, dropout.columns());
    Tensor tensor = Tensor.of(TFloat32.class, Shape.of(rows, dropout.columns()));
    FloatBuffer mask = TensorMemory.of(tensor).asFloatBuffer();
    Dropout.fill(batch.dropoutKey(), dropout.stream(), (float) dropout.constant(), length, mask);
    return tensor;
  }

  private static int rows(Block block, Space space) {
    return switch (space) {
      case SOURCES -> block.sources();
      case DESTINATIONS -> block.destinations();
      case EDGES -> block.edges();
      case NEIGHBORHOODS, PAIRS, ONE ->
          throw new IllegalArgumentException("no dropout of " + space);
    };
  }

  private static Tensor floats(ByteBuffer data, int offset, long... dimensions) {
    return filled(Tensor.of(TFloat32.class, Shape.of(dimensions)), data, offset);
  }

  private static Tensor ints(ByteBuffer data, int length) {
    return filled(Tensor.of(TInt32.class, Shape.of(length)), data, 0);
  }

  private static Tensor ints(int[] values) {
    Tensor tensor = Tensor.of(TInt32.class, Shape.of(values.length));
    TensorMemory.of(tensor).asIntBuffer().put(values);
    return tensor;
  }

  private static Tensor filled(Tensor tensor, ByteBuffer data, int offset) {
    ByteBuffer memory = TensorMemory.of(tensor);
    memory.put(0, data, 4 * offset, memory.capacity());
    return tensor;
  }

  /** Copies the first floats of a tensor into a buffer, from an element on. */
  void copy(Tensor from, int floats, ByteBuffer to, int offset) {
    copies.out(() -> to.put(4 * offset, TensorMemory.of(from), 0, 4 * floats));
  }

  @Override
  public void close() {
    tensors.forEach(Tensor::close);
  }
}
