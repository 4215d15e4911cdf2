// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.batch.Aggregation;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.batch.BlockAssembler;
import io.graphember.sampling.batch.BlockParts;
import io.graphember.sampling.batch.RowFetches;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.subgraph.SubgraphCounts;
import io.graphember.training.subgraph.SubgraphSeeds;
import io.graphember.training.subgraph.TrainerGraph;
import io.graphember.training.sync.Collective;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.task.DealtVertices;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a trainer is lent.
 *
 * @param storage ways to the topology and to the feature rows
 * @param collective way to the other trainers
 * @param replies how replies are waited for
 * @param executor runs sampling tasks of this trainer, a few at a time
 * @param counts hears of every batch
 * @param learned learnable embeddings of vertices without features; empty if all have features
 * @param server where trainers change the parameters each for itself; empty if they step together
 */
public record TrainerContext(
    StorageAccess storage,
    Collective collective,
    Replies replies,
    Executor executor,
    BatchCounts counts,
    Optional<LearnableEmbeddings> learned,
    Optional<ParameterServer> server) {

  /** Tasks of one trainer at once: more would only contend with the other trainers of the node. */
  private static final int MOST_SAMPLERS = 4;

  private static final long COUNT_TAG = 7;

  /** The same for a model that sees rows of features alone. */
  public TrainerContext withoutLearned() {
    return new TrainerContext(
        storage, collective, replies, executor, counts, Optional.empty(), server);
  }

  /** The same for a model whose parameters are changed elsewhere, if anywhere. */
  public TrainerContext servedBy(Optional<ParameterServer> ofModel) {
    return new TrainerContext(storage, collective, replies, executor, counts, learned, ofModel);
  }

  Cancellation cancellation() {
    return replies.cancellation();
  }

  /** Samplers of a trainer: one for each batch ahead, and one whose batch is with the model. */
  public static int samplers(int prefetch) {
    return prefetch + 1;
  }

  /**
   * Starts to sample.
   *
   * @param parameters how far ahead, and whether neighbours may be added up where their rows are
   * @param training true if rows that enter layer 0 pass input dropout
   * @param sparse true if batches may have sparse rows
   * @param seeds of batches that are subgraphs; empty if none are
   * @param times hears how long sampling and fetching take
   */
  BatchScheduler<BatchTask, PreparedBatch> pipeline(
      ModelSpec spec,
      TrainingParameters parameters,
      boolean training,
      boolean sparse,
      Optional<SubgraphSeeds> seeds,
      StepTimes times,
      Iterator<BatchTask> tasks) {
    BlockParts parts = parts(spec);
    Program first = training ? spec.program(0) : spec.program(0).inEvaluation();
    boolean pushDown =
        parameters.pushDown()
            && learned.isEmpty()
            && first.aggregator().equals(Optional.of(parts.aggregation().operator()));
    final int hops = parameters.rules().size();
    List<PreparedBatch> work = new ArrayList<>();
    Optional<VertexTypes> types =
        parts.vertexTypes()
            ? Optional.of(VertexTypes.ask(storage.partitions(() -> 0), replies))
            : Optional.empty();
    for (int i = 0; i < samplers(parameters.prefetch()); i++) {
      AtomicLong number = new AtomicLong();
      PartitionClient partitions = storage.partitions(number::get);
      RowSource rows = storage.rows(number::get);
      work.add(
          new PreparedBatch(
              hops,
              number,
              HopSampler.of(
                  partitions,
                  replies,
                  parameters.rules(),
                  pushDown && rows.mirrored() && !rows.sparse(),
                  parts.aggregation() == Aggregation.GCN_NORM,
                  parts.needEdges() || parameters.edges().isPresent()),
              seeds.map(of -> subgraphs(parameters, parts, of, partitions, spec.layers())),
              new BatchAssembler(
                  rows,
                  partitions.partitions(),
                  BlockAssembler.of(
                      parts,
                      types,
                      storage.edgeRows(number::get),
                      partitions.partitions(),
                      replies),
                  replies,
                  pushDown,
                  sparse && learned.isEmpty(),
                  counts),
              pairDraws(parameters, partitions),
              parameters.vertexTargets()
                  ? Optional.of(
                      new RowFetches(
                          storage.targets(number::get), partitions.partitions(), replies))
                  : Optional.empty(),
              times));
    }
    return new BatchScheduler<>(
        PreparedBatch.shape(hops),
        tasks,
        work,
        Math.min(
            MOST_SAMPLERS,
            Math.min(parameters.prefetch(), Runtime.getRuntime().availableProcessors())),
        executor,
        cancellation());
  }

  private SubgraphWork subgraphs(
      TrainingParameters parameters,
      BlockParts parts,
      SubgraphSeeds seeds,
      PartitionClient partitions,
      int layers) {
    SubgraphChooser chooser = parameters.subgraphs().orElseThrow();
    final HopRules rules = parameters.rules().all(chooser.boundaryHops() + 1);
    return new SubgraphWork(
        chooser,
        new TrainerGraph(partitions, replies, seeds),
        seeds,
        new SubgraphSampler(
            HopSampler.of(partitions, replies, rules, false, false, parts.needEdges()),
            rules,
            layers,
            seeds.counts()));
  }

  /**
   * What a trainer trains on whose batches are subgraphs; draws some of these if its policy wants
   * them counted.
   *
   * @param train vertices to train on
   */
  SubgraphSeeds subgraphSeeds(ModelSpec spec, TrainingParameters parameters, DealtVertices train) {
    PartitionClient partitions = storage.partitions(() -> 0);
    SubgraphSeeds seeds =
        new SubgraphSeeds(
            train.own(),
            train.total(),
            VertexTypes.ask(partitions, replies),
            partitions.partitions(),
            collective.size());
    final int counted = parameters.subgraphs().orElseThrow().countedSubgraphs(seeds.sizes());
    return counted == 0 ? seeds : counted(spec, parameters, seeds, partitions, counted);
  }

  private SubgraphSeeds counted(
      ModelSpec spec,
      TrainingParameters parameters,
      SubgraphSeeds seeds,
      PartitionClient partitions,
      int count) {
    BlockParts parts = parts(spec);
    SubgraphWork work = subgraphs(parameters, parts, seeds, partitions, 2);
    final long key = CounterRandom.child(parameters.seed(), COUNT_TAG, collective.rank());
    try {
      return seeds.counted(
          SubgraphCounts.of(
              count, parts.aggregation() == Aggregation.GCN_NORM, i -> work.draw(i, count, key)));
    } finally {
      work.close();
    }
  }

  private Optional<PairDraws> pairDraws(TrainingParameters parameters, PartitionClient partitions) {
    final boolean timed = parameters.rules().ofSeeds();
    return parameters
        .links()
        .<PairDraws>map(plan -> new LinkDraws(partitions, replies, plan, timed))
        .or(
            () ->
                parameters
                    .labelledEdges()
                    .map(
                        plan ->
                            new LabelledEdgeDraws(
                                partitions, replies, plan, parameters.objective(), timed)));
  }

  /** Brings a batch's rows that are learned to the present. */
  void readLearned(PreparedBatch prepared) {
    if (learned.isPresent() && prepared.batch().input() instanceof BatchInput.Rows input) {
      learned.get().read(prepared.vids(), input.rows().asFloatBuffer());
    }
  }

  /** What the blocks of a model have: what its layers look at. */
  static BlockParts parts(ModelSpec spec) {
    List<Program> programs = spec.programs();
    return new BlockParts(
        aggregation(programs),
        spec.kind().selfLoops(),
        programs.stream().anyMatch(Program::usesEdgeTypes),
        programs.stream().anyMatch(Program::usesVertexTypes),
        programs.stream().mapToInt(Program::edgeFeatures).max().orElse(0),
        programs.stream().anyMatch(Program::usesOrder));
  }

  /** The coefficients that the layers look at; without any, how the first layer adds up. */
  private static Aggregation aggregation(List<Program> programs) {
    if (programs.stream().anyMatch(program -> program.uses(Operator.NEIGHBOR_WEIGHTED_SUM))) {
      return Aggregation.GCN_NORM;
    }
    return programs.get(0).uses(Operator.NEIGHBOR_SUM) ? Aggregation.SUM : Aggregation.MEAN;
  }
}
