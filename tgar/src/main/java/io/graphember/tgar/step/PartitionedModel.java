// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.model.Program;
import io.graphember.tgar.Activations;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.PartitionHosts;
import io.graphember.tgar.PartitionResult;
import io.graphember.tgar.PartitionSeeds;
import io.graphember.tgar.PartitionSize;
import io.graphember.tgar.StepPeers;
import io.graphember.tgar.exchange.MirrorExchange;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A model over a whole graph, of which this node computes some partitions (GraphTheta, section 3).
 * All nodes make the same calls in the same order; each call exchanges rows with the other nodes
 * and returns when this node's part is done. The results have the same bits on any number of nodes.
 *
 * <p>Used by one thread, which lends work to the workers.
 */
public final class PartitionedModel {
  private final ModelSpec spec;
  private final List<ComputedPartition> own;
  private final Workers workers;
  private final Cancellation cancellation;
  private final MirrorExchange exchange;
  private final Plan training;
  private final Plan evaluation;
  private final List<PartitionFacts> facts = new ArrayList<>();
  private final List<StepRun> runs = new ArrayList<>(); // of training and evaluation, once opened

  /**
   * A model over a graph.
   *
   * @param own the partitions of this node, in ascending order; input rows of the model's width
   * @param workers threads to compute with
   * @param activations whether a step keeps all rows for its way back
   * @throws io.graphember.spi.error.GraphemberException MODEL_UNSUPPORTED if the model cannot be
   *     computed by partitions
   */
  public PartitionedModel(
      ModelSpec spec,
      PartitionHosts hosts,
      List<ComputedPartition> own,
      StepPeers peers,
      Workers workers,
      Cancellation cancellation,
      Activations activations) {
    this.spec = spec;
    this.own = List.copyOf(own);
    this.workers = workers;
    this.cancellation = cancellation;
    exchange = new MirrorExchange(hosts, own, peers, workers);
    training = Plan.ofTraining(spec, activations);
    evaluation = Plan.ofEvaluation(spec);
  }

  /**
   * Bytes of heap that steps over one partition take at most, what is kept between steps included,
   * but not what comes from other nodes.
   */
  public static long estimateBytes(ModelSpec spec, Activations activations, PartitionSize size) {
    return StepMemory.bytes(
        size, Plan.ofTraining(spec, activations), Plan.ofEvaluation(spec), spec.layout());
  }

  /** Bytes of heap that a step takes at most, what is kept between steps included. */
  public long estimateBytes() {
    long bytes = 0;
    for (ComputedPartition partition : own) {
      PartitionFacts of = new PartitionFacts(partition, spec.kind().selfLoops(), false);
      bytes += StepMemory.bytes(of.size(), training, evaluation, spec.layout());
    }
    long most = 0;
    for (Plan plan : List.of(training, evaluation)) {
      for (Value value : plan.values()) {
        final int ends = plan.ends(value) | (value.kind().collected() ? Plan.DESTINATIONS : 0);
        most = Math.max(most, ends == 0 ? 0 : 4 * exchange.remoteRows(ends) * value.columns());
      }
    }
    return bytes + most;
  }

  /**
   * Prepares what does not change between steps; exchanges. Called once, before anything else, when
   * the memory is reserved.
   */
  public void open() {
    final boolean types = spec.programs().stream().anyMatch(Program::usesVertexTypes);
    own.forEach(of -> facts.add(new PartitionFacts(of, spec.kind().selfLoops(), types)));
    final long vertices = new GraphFacts(facts, exchange).fill(training);
    List<Map<String, float[]>> shared = new ArrayList<>();
    own.forEach(of -> shared.add(new HashMap<>()));
    for (Plan plan : List.of(training, evaluation)) {
      StepRun run =
          new StepRun(plan, spec.layout(), facts, vertices, exchange, workers, cancellation);
      run.open(shared);
      runs.add(run);
    }
  }

  /**
   * A step forward and back, in training mode.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param dropoutKey key of the step's masks; vertex v of partition p has the mask of row {@code
   *     (masters of the partitions before p) + v}, see {@link io.graphember.spi.backend.Dropout}
   * @param scale factor of the losses' sum, {@code 1 / all seeds} for their mean
   * @param seeds of each own partition, in order
   * @return of each own partition, in order
   */
  public List<PartitionResult> step(
      float[] parameters, long dropoutKey, float scale, List<PartitionSeeds> seeds) {
    StepRun run = opened(0);
    run.forward(parameters, dropoutKey);
    SeedLoss loss = new SeedLoss(spec.outputDim(), scale, workers);
    List<StepResult> results = new ArrayList<>();
    for (int p = 0; p < own.size(); p++) {
      PartitionSeeds of = seeds.get(p);
      results.add(loss.compute(of.masters(), of.loss(), run.outputs(p), run.outputGradients(p)));
    }
    List<float[]> gradients = run.backward();
    List<PartitionResult> all = new ArrayList<>();
    for (int p = 0; p < own.size(); p++) {
      all.add(new PartitionResult(own.get(p).number(), results.get(p), gradients.get(p)));
    }
    return all;
  }

  /**
   * Computes outputs in evaluation mode.
   *
   * @param parameters flat
   * @param masters of each own partition, whose outputs are wanted
   * @return of each own partition {@code [masters, outputs]}
   */
  public List<float[]> outputs(float[] parameters, List<int[]> masters) {
    StepRun run = opened(1);
    run.forward(parameters, 0);
    final int columns = spec.outputDim();
    List<float[]> all = new ArrayList<>();
    for (int p = 0; p < own.size(); p++) {
      float[] from = run.outputs(p);
      int[] wanted = masters.get(p);
      float[] to = new float[Math.multiplyExact(wanted.length, columns)];
      for (int i = 0; i < wanted.length; i++) {
        System.arraycopy(from, wanted[i] * columns, to, i * columns, columns);
      }
      all.add(to);
    }
    run.end();
    return all;
  }

  private StepRun opened(int number) {
    if (runs.isEmpty()) {
      throw new IllegalStateException("the model has not been opened");
    }
    return runs.get(number);
  }

  /** Bytes of the rows that are kept, those that are free for the next step included. */
  public long rowBytes() {
    return facts.stream().mapToLong(of -> of.pool.bytes()).sum();
  }

  /** Bytes that were sent to other nodes so far. */
  public long sentBytes() {
    return exchange.sentBytes();
  }
}
