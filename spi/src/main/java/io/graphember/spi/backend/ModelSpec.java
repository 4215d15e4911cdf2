// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.LookingBack;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Sources;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model, engine-neutral: what it computes and where each parameter lies.
 *
 * <p>Layer {@code k} maps rows of {@link #layerInput(int)} floats to rows of {@link
 * #layerOutput(int)} floats. Every layer but the last ends with the activation of its architecture;
 * the rows that enter layer 0 pass input dropout, those that enter others hidden dropout. The last
 * layer's output rows are the logits, its input rows (without dropout) are the embedding. With a
 * decoder the output rows are the embedding, and what it makes of pairs of them are the outputs.
 *
 * @param kind family: one of package {@code model.layer}, or a user's own
 * @param inputDim floats of an input row, positive
 * @param hiddenDim floats of a hidden row, positive
 * @param outputDim floats of an output row, for classes their number; positive
 * @param layers number of layers K, 1 to {@value #MAX_LAYERS}
 * @param inputDropout share of input values dropped in training, {@code [0, 1)}
 * @param hiddenDropout share of hidden values dropped in training, {@code [0, 1)}
 * @param options what the layers have beside their widths
 * @param decoder what scores pairs of seeds
 */
public record ModelSpec(
    Architecture kind,
    int inputDim,
    int hiddenDim,
    int outputDim,
    int layers,
    float inputDropout,
    float hiddenDropout,
    LayerOptions options,
    DecoderSpec decoder) {

  /**
   * Largest number of layers, more than the deepest models of the field have (112: Li and others,
   * "DeeperGCN", 2020).
   */
  public static final int MAX_LAYERS = 128;

  /**
   * Checks the ranges; whether the options fit the widths, {@link #program} finds.
   *
   * @throws IllegalArgumentException with what is out of range
   */
  public ModelSpec {
    if (inputDim < 1 || hiddenDim < 1 || outputDim < 1) {
      throw new IllegalArgumentException(
          "dimensions must be positive: input=%d hidden=%d output=%d"
              .formatted(inputDim, hiddenDim, outputDim));
    }
    if (layers < 1 || layers > MAX_LAYERS) {
      throw new IllegalArgumentException("layers must be 1 to " + MAX_LAYERS + ", was " + layers);
    }
    if (!(inputDropout >= 0 && inputDropout < 1) || !(hiddenDropout >= 0 && hiddenDropout < 1)) {
      throw new IllegalArgumentException(
          "dropout must be in [0, 1): input=%s hidden=%s".formatted(inputDropout, hiddenDropout));
    }
  }

  /** A model whose layers have no options, without decoder. */
  public ModelSpec(
      Architecture kind,
      int inputDim,
      int hiddenDim,
      int outputDim,
      int layers,
      float inputDropout,
      float hiddenDropout) {
    this(
        kind,
        inputDim,
        hiddenDim,
        outputDim,
        layers,
        inputDropout,
        hiddenDropout,
        LayerOptions.DEFAULT,
        DecoderSpec.NONE);
  }

  /** The same model with other options of its layers. */
  public ModelSpec with(LayerOptions others) {
    return new ModelSpec(
        kind, inputDim, hiddenDim, outputDim, layers, inputDropout, hiddenDropout, others, decoder);
  }

  /** The same model with another decoder. */
  public ModelSpec with(DecoderSpec other) {
    return new ModelSpec(
        kind, inputDim, hiddenDim, outputDim, layers, inputDropout, hiddenDropout, options, other);
  }

  /** Floats of a row that enters layer {@code k}. */
  public int layerInput(int k) {
    return k == 0
        ? inputDim
        : Math.addExact(lookedBackAt(k), options.jumpingKnowledge().entering(k, hiddenDim));
  }

  /** Columns with which the rows begin that enter a layer, for those that look back. */
  private int lookedBackAt(int k) {
    return k == 0 ? 0 : kind.handedOn(k, inputDim, shape(0));
  }

  /** Floats of a row that leaves layer {@code k}. */
  public int layerOutput(int k) {
    return k == layers - 1 ? outputDim : layerInput(k + 1);
  }

  /**
   * Floats of an embedding row: the input of the last layer, or its output if it is the only one or
   * followed by a decoder.
   */
  public int embeddingDim() {
    return embedsOutput() ? outputDim : layerInput(layers - 1);
  }

  /** True if the embedding is the output of the last layer, false if it is its input. */
  public boolean embedsOutput() {
    return layers == 1 || decoder.kind() != DecoderSpec.Kind.NONE;
  }

  /** Outputs that a loss looks at: of a pair if there is a decoder, else of a seed. */
  public int outputs() {
    return decoder.kind() == DecoderSpec.Kind.NONE ? outputDim : decoder.outputs();
  }

  /** What the decoder computes; empty if there is none. */
  public Optional<Program> decoderProgram() {
    return decoder.program(outputDim);
  }

  /**
   * What layer {@code k} computes in training: dropout, what the architecture writes, residual
   * connection, normalisation, activation.
   *
   * @throws IllegalArgumentException if the options do not fit the widths
   */
  public Program program(int k) {
    Program program = layer(k, Sources.ofLayer(k, layerInput(k))).program();
    boolean aggregates =
        program.operations().stream().anyMatch(o -> o.operator().aggregatesNeighbors());
    if (kind.selfLoops() && aggregates) {
      throw new IllegalArgumentException(
          ("layer %d of %s adds up rows of neighbours, among which self loops are not: add the"
                  + " destinations' own rows, or look at single edges")
              .formatted(k, kind.name()));
    }
    return program;
  }

  private Destinations layer(int k, Sources entered) {
    if (kind.writesAll()) {
      LayerShape whole = new LayerShape(k, hiddenDim, layerOutput(k), k == layers - 1, options);
      return requireColumns(k, kind.layer(entered, whole), whole.out());
    }
    final LayerShape shape = shape(k);
    final int out = shape.out();
    Sources own = k == 0 ? entered : entered.columns(entered.columns() - hiddenDim, hiddenDim);
    Sources rows = own.dropout(k == 0 ? inputDropout : hiddenDropout);
    List<Sources> all = List.of(); // of all layers so far, of a model that looks back
    Destinations left;
    if (kind instanceof LookingBack back) {
      own = k == 0 ? back.enter(rows, shape) : own;
      all = all(k, entered, k == 0 ? own : rows);
      left = requireColumns(k, back.layer(all, shape), out);
    } else {
      left = requireColumns(k, kind.layer(rows, shape), out);
    }
    if (options.residual()) {
      Destinations added = own.destinations();
      left = left.plus(added.columns() == out ? added : added.linear("weight_residual", out));
    }
    if (shape.last()) {
      return left;
    }
    left = kind.activation(options.normalization().of(left));
    if (k == layers - 1) {
      return options.outputs(handedOn(k, entered, left), hiddenDim, outputDim, hiddenDropout);
    }
    left = handedOn(k, entered, options.densely(left));
    for (int before = all.size() - 1; before >= 0; before--) {
      left = all.get(before).destinations().concat(left);
    }
    return left;
  }

  private LayerShape shape(int k) {
    final boolean outputs = k == layers - 1 && !options.endsDense();
    return new LayerShape(k, hiddenDim, outputs ? outputDim : hiddenDim, outputs, options);
  }

  /** The rows that entered each layer, this one's last. */
  private List<Sources> all(int k, Sources entered, Sources rows) {
    List<Sources> all = new ArrayList<>();
    for (int before = 0; before < k; before++) {
      final int from = lookedBackAt(before);
      all.add(entered.columns(from, lookedBackAt(before + 1) - from));
    }
    all.add(rows);
    return all;
  }

  private Destinations handedOn(int k, Sources entered, Destinations left) {
    final int from = lookedBackAt(k);
    Destinations jumping = entered.destinations().columns(from, entered.columns() - from);
    return options.handedOn(k, jumping, left);
  }

  private Destinations requireColumns(int k, Destinations left, int columns) {
    if (left.columns() != columns) {
      throw new IllegalArgumentException(
          "layer %d of %s gives rows of %d columns, not of %d"
              .formatted(k, kind.name(), left.columns(), columns));
    }
    return left;
  }

  /** What all layers compute in training, layer 0 first. */
  public List<Program> programs() {
    return IntStream.range(0, layers).mapToObj(this::program).toList();
  }

  /**
   * The canonical parameter layout: layer by layer the weights of its program, named {@code
   * layer<k>.} and their name there; then those of the decoder, {@code decoder.}. What layers share
   * is named {@code shared.} and lies where the first of them has it.
   */
  public ParameterLayout layout() {
    ParameterLayout.Builder layout = new ParameterLayout.Builder();
    for (int k = 0; k < layers; k++) {
      layout.add("layer" + k + ".", program(k));
    }
    decoderProgram().ifPresent(program -> layout.add("decoder.", program));
    return layout.build();
  }

  /**
   * Columns of what layer 0's {@link Program#typedAggregator() aggregator} gives.
   *
   * @throws java.util.NoSuchElementException if it has none
   */
  public int aggregatedDim() {
    return program(0).inEvaluation().typedAggregator().orElseThrow().columns();
  }

  /**
   * Checks that a backend computes all operators of this model.
   *
   * @throws GraphemberException with code {@link SpiError#MODEL_UNSUPPORTED}
   */
  public void requireOperators(Backend backend) {
    Set<Operator> missing = EnumSet.noneOf(Operator.class);
    Stream.concat(programs().stream(), decoderProgram().stream())
        .flatMap(program -> program.operations().stream())
        .forEach(operation -> missing.add(operation.operator()));
    missing.removeAll(backend.operators());
    if (!missing.isEmpty()) {
      throw new GraphemberException(
          SpiError.MODEL_UNSUPPORTED,
          "The backend %s does not train %s: it has no %s."
              .formatted(backend.name(), kind.name(), missing));
    }
  }

  /**
   * Checks that a batch fits this model, so that no backend reads past a buffer: one block a layer,
   * blocks with all that their layers look at, input buffers long enough. Every session calls it
   * before it computes.
   *
   * @param batch batch to check; the values in its buffers are not looked at
   * @throws IllegalArgumentException naming what does not fit
   */
  public void requireFits(MiniBatch batch) {
    if (batch.blocks().size() != layers) {
      throw new IllegalArgumentException(
          "the batch has %d blocks, but the model %d layers"
              .formatted(batch.blocks().size(), layers));
    }
    for (int k = 1; k < layers; k++) {
      requireParts(program(k), batch.blocks().get(k));
    }
    Block first = batch.blocks().get(0);
    if (batch.input() instanceof BatchInput.Aggregated aggregated) {
      Program layer = program(0).inEvaluation();
      if (layer.typedAggregator().isEmpty()) {
        throw new IllegalArgumentException(
            kind.name() + " takes no aggregated input: its first layer looks at single neighbours");
      }
      requireParts(layer.aggregated(), first);
      requireRows("self", aggregated.self(), first.destinations(), inputDim);
      requireRows("aggregated", aggregated.aggregated(), first.destinations(), aggregatedDim());
    } else if (batch.input() instanceof BatchInput.Rows rows) {
      requireParts(program(0), first);
      requireRows("rows", rows.rows(), first.sources(), inputDim);
    } else if (batch.input() instanceof BatchInput.Sparse sparse) {
      requireParts(program(0), first);
      if (sparse.rows().rows() != first.sources() || sparse.rows().dim() != inputDim) {
        throw new IllegalArgumentException(
            "there are %s for %d sources and %d inputs"
                .formatted(sparse.rows(), first.sources(), inputDim));
      }
    }
  }

  /**
   * Checks that a training step fits this model: its batch, what its targets say and how long their
   * buffers are. Every session calls it before it computes a step.
   *
   * @param inputGradients true if the gradient of the input rows is wanted
   * @throws IllegalArgumentException naming what does not fit
   */
  public void requireStepFits(MiniBatch batch, Targets targets, boolean inputGradients) {
    requireFits(batch);
    if (batch.input() instanceof BatchInput.Aggregated && (inputGradients || inputDropout > 0)) {
      throw new IllegalArgumentException(
          "aggregated input has no input gradients and no input dropout");
    }
    if (batch.input() instanceof BatchInput.Sparse && inputGradients) {
      throw new IllegalArgumentException("sparse input has no input gradients");
    }
    if (targets.pairs().isPresent()) {
      requireFits(targets.pairs().get());
    } else if (decoderProgram().isPresent()) {
      throw new IllegalArgumentException("the model scores pairs, but the targets have none");
    }
    requireFits(targets.loss(), targets.rows(batch));
  }

  /**
   * Checks that pairs fit this model: it has a decoder, and they have relations if it looks at
   * them.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public void requireFits(SeedPairs pairs) {
    if (decoderProgram().isEmpty()) {
      throw new IllegalArgumentException("there are pairs, but the model has no decoder");
    }
    if (decoderProgram().get().usesRelations() && pairs.relations() == null) {
      throw new IllegalArgumentException(
          decoder.kind() + " needs pairs with relations, there are none");
    }
  }

  private void requireFits(Loss loss, int rows) {
    final long values = (long) rows * outputs();
    if (loss instanceof Loss.Classes classes) {
      Block.require("labels", classes.labels(), rows);
      if (classes.weights() != null) {
        Block.require("weights", classes.weights(), outputs());
      }
    } else if (loss instanceof Loss.Labels labels) {
      Block.require("labels", labels.labels(), values);
    } else if (loss instanceof Loss.Values expected) {
      Block.require("values", expected.values(), values);
    } else if (loss instanceof Loss.Weighted weighted) {
      requireFits(weighted.rows(), rows);
      Block.require("row weights", weighted.weights(), rows);
    } else if (loss instanceof Loss.InBatch) {
      if (decoder.queryProgram(outputDim).isEmpty()) {
        throw new IllegalArgumentException(
            "softmax over the batch needs the decoder DOT, DIST_MULT or COMPLEX, not "
                + decoder.kind());
      }
    } else if (outputs() != 1 || rows % loss.groupRows() != 0) {
      throw new IllegalArgumentException(
          "groups of %d need one output a row and whole groups: outputs=%d rows=%d"
              .formatted(loss.groupRows(), outputs(), rows));
    }
  }

  private void requireParts(Program program, Block block) {
    if (program.uses(Operator.NEIGHBOR_WEIGHTED_SUM) || program.uses(Operator.SELF_WEIGHTED)) {
      requirePart("weights of edges", block.edgeWeights());
    }
    if (program.usesEdgeTypes()) {
      requirePart("types of edges", block.edgeTypes());
    }
    if (program.usesVertexTypes()) {
      requirePart("types of vertices", block.vertexTypes());
    }
    if (program.edgeFeatures() > 0) {
      ByteBuffer features = requirePart("features of edges", block.edgeFeatures());
      requireRows("edgeFeatures", features, block.edges(), program.edgeFeatures());
    }
  }

  private ByteBuffer requirePart(String name, @Nullable ByteBuffer part) {
    if (part == null) {
      throw new IllegalArgumentException(
          "%s needs blocks with %s, there are none".formatted(kind.name(), name));
    }
    return part;
  }

  private static void requireRows(String name, ByteBuffer buffer, int rows, int columns) {
    long bytes = 4L * rows * columns;
    if (buffer.capacity() < bytes) {
      throw new IllegalArgumentException(
          "%s holds %d bytes, needs %d for %d rows of %d floats"
              .formatted(name, buffer.capacity(), bytes, rows, columns));
    }
  }
}
