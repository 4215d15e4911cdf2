// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.kernels.sparse.SparseInputBackend;
import io.graphember.sampling.edge.NegativeRule;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.model.Program;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.loop.TrainerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Native memory of one trainer, or of one node that publishes batch by batch: an upper bound by
 * arithmetic alone, before anything is opened. It is the sum of
 *
 * <ul>
 *   <li>batches ahead: the buffers of the largest batch, for each that is sampled ahead and the one
 *       with the model, a quarter larger than needed (they grow by that);
 *   <li>the values and gradients that live at once in a pass over the largest batch, see {@link
 *       PassMemory}, times the engine's overhead;
 *   <li>copies of the parameters outside the heap: two buffers of ours, and the engine's parameters
 *       and gradients;
 *   <li>what comes out: rows of outputs and embeddings of a batch.
 * </ul>
 *
 * <p>A batch is bounded by its seeds, fanouts and the graph, see {@link BlockSize}; batches of
 * training and of evaluation are both looked at.
 */
public final class TrainerMemory {
  /** Our buffers grow by a quarter more than is needed. */
  private static final double SPARE = 1.25;

  /** Our buffers of parameters and gradients, the engine's, and a copy while they are converted. */
  private static final int MODEL_COPIES = 6;

  private final JobSettings settings;
  private final GraphShape shape;
  private final GraphSize graph;
  private final EngineMemory engine;
  private final ModelSpec spec;
  private final TrainingParameters parameters;
  private final Optional<Program> sparse; // what an engine is left of a layer of sparse rows

  private TrainerMemory(
      JobSettings settings, GraphShape shape, GraphSize graph, EngineMemory engine) {
    this.settings = settings;
    this.shape = shape;
    this.graph = graph;
    this.engine = engine;
    spec = settings.ofModel().spec(shape);
    parameters = TrainingParameters.of(settings, shape);
    sparse =
        graph.sparseRowFloats() > 0 ? SparseInputBackend.restOfFirstLayer(spec) : Optional.empty();
  }

  /**
   * Bytes beside the engine's base.
   *
   * @param settings of a job that trains a model
   * @param shape of its graph
   * @param trains true for a trainer, false for what only computes results
   */
  public static long bytes(
      JobSettings settings,
      GraphShape shape,
      GraphSize graph,
      EngineMemory engine,
      boolean trains) {
    return new TrainerMemory(settings, shape, graph, engine).bytes(trains);
  }

  private long bytes(boolean trains) {
    List<BlockSize> evaluated = blocks(parameters.evaluationBatchSize(), trains, false);
    List<BlockSize> trained = trains ? trained() : evaluated;
    final long batch =
        Math.max(
            BatchMemory.bytes(spec, rowFloats(), trained),
            BatchMemory.bytes(spec, rowFloats(), evaluated));
    final long pass = Math.max(trains ? passBytes(trained, true) : 0, passBytes(evaluated, false));
    final double values =
        engine.overhead() * (pass + (double) MODEL_COPIES * Float.BYTES * spec.layout().length());
    return (long)
        (values
            + SPARE * TrainerContext.samplers(parameters.prefetch()) * batch
            + SPARE * outputBytes(evaluated));
  }

  private List<BlockSize> trained() {
    return parameters
        .subgraphs()
        .map(this::subgraph)
        .orElseGet(() -> blocks(parameters.batchSize(), true, true));
  }

  private List<BlockSize> subgraph(SubgraphChooser chooser) {
    final long vertices =
        chooser.mostVertices(
            new SubgraphSizes(
                graph.vertices(), graph.vertices(), settings.job().trainers().orElse(1)));
    return BlockSize.ofSubgraph(
        vertices, spec.layers(), parameters.rules(), spec.kind().selfLoops(), graph);
  }

  /** Of sparse rows a batch may have some that are longer than most. */
  private long rowFloats() {
    return sparse.isPresent() ? 2L * graph.sparseRowFloats() : spec.inputDim();
  }

  /** The blocks of the largest batch of so many vertices, or of so many edges and negatives. */
  private List<BlockSize> blocks(int batchSize, boolean ofEdges, boolean training) {
    HopRules rules = training ? parameters.rules() : parameters.evaluationRules();
    long seeds = batchSize;
    long pairs = 0;
    if (ofEdges && parameters.edges().isPresent()) {
      final int negatives = negatives(training);
      pairs = (long) batchSize * (1 + negatives);
      seeds = (long) batchSize * (2 + negatives);
    }
    return BlockSize.of(seeds, pairs, rules, spec.kind().selfLoops(), graph);
  }

  /** Negatives of an edge; more than in training are spread over smaller batches of a test. */
  private int negatives(boolean training) {
    Optional<NegativeRule> rule = parameters.links().map(LinkPlan::rule);
    return rule.map(NegativeRule::perPositive).orElse(0);
  }

  private long passBytes(List<BlockSize> blocks, boolean training) {
    List<PassMemory.Step> steps = new ArrayList<>();
    for (int k = 0; k < spec.layers(); k++) {
      steps.add(
          new PassMemory.Step(
              training ? computed(k, blocks.get(k)) : computed(k, blocks.get(k)).inEvaluation(),
              blocks.get(k),
              shape.edgeTypes().size(),
              k > 0 || shape.learned()));
    }
    BlockSize seeds = blocks.get(spec.layers() - 1);
    if (seeds.pairs() > 0) {
      spec.decoderProgram()
          .ifPresent(decoder -> steps.add(new PassMemory.Step(decoder, seeds, 1, true)));
    }
    return PassMemory.bytes(engine, steps, training);
  }

  /** The layer in the order in which an engine computes it, or what is left of it. */
  private Program computed(int k, BlockSize block) {
    if (k == 0 && sparse.isPresent()) {
      return sparse.get();
    }
    Program layer = spec.program(k);
    return layer.productFirstIsCheaper(block.destinations(), block.sources(), block.edges())
        ? layer.productFirst()
        : layer;
  }

  private long outputBytes(List<BlockSize> evaluated) {
    BlockSize last = evaluated.get(spec.layers() - 1);
    final long ofSeeds = last.destinations() * (spec.outputDim() + spec.embeddingDim());
    return Float.BYTES * (ofSeeds + last.pairs() * spec.outputs());
  }
}
