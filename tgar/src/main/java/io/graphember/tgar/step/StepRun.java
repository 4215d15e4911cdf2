// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.tgar.exchange.MirrorExchange;
import io.graphember.tgar.plan.Again;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import io.graphember.tgar.plan.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan computed over the partitions of this node, level by level, with what they exchange with
 * the other nodes between levels. Used by one thread.
 */
final class StepRun {
  /** Pieces of a partition whose gradients of parameters are added up apart, at most. */
  private static final int PIECES = 16;

  /** Floats of parameters that all pieces of a partition have together, at most. */
  private static final int PIECE_FLOATS = 1 << 22;

  private final Plan plan;
  private final ParameterLayout layout;
  private final List<PartitionFacts> own;
  private final List<StoredRows> rows = new ArrayList<>();
  private final MirrorExchange exchange;
  private final Workers workers;
  private final Cancellation cancellation;
  private final List<VertexLevel> vertexLevels = new ArrayList<>();
  private final List<EdgeLevel> edgeLevels = new ArrayList<>();
  private final Map<Value, short[][]> winners = new HashMap<>();
  private final Map<Value, float[]> means = new HashMap<>();
  private final Map<Value, float[]> meanGradients = new HashMap<>();
  private final Map<Value, float[][]> meanSums = new HashMap<>(); // gradients, by partition
  private final long vertices;
  private List<StepInput> inputs = List.of();

  StepRun(
      Plan plan,
      ParameterLayout layout,
      List<PartitionFacts> own,
      long vertices,
      MirrorExchange exchange,
      Workers workers,
      Cancellation cancellation) {
    this.plan = plan;
    this.layout = layout;
    this.own = own;
    this.vertices = vertices;
    this.exchange = exchange;
    this.workers = workers;
    this.cancellation = cancellation;
    own.forEach(facts -> rows.add(new StoredRows(facts, plan)));
    for (int level = 0; level < plan.levels(); level++) {
      vertexLevels.add(new VertexLevel(plan, level));
      edgeLevels.add(new EdgeLevel(plan, level));
    }
  }

  /**
   * Reads the input and computes what is the same in every step, or takes it from another plan.
   *
   * @param shared rows of the partitions by what they are made of; what is made is added
   */
  void open(List<Map<String, float[]>> shared) {
    begin(new float[layout.length()], 0);
    List<Value> kept = plan.keptAlways();
    boolean there = true;
    for (int p = 0; p < own.size(); p++) {
      for (Value value : kept) {
        there &= shared.get(p).containsKey(key(p, value));
      }
    }
    if (!there) {
      compute(kept);
    }
    for (int p = 0; p < own.size(); p++) {
      for (Value value : kept) {
        float[] made = rows.get(p).value(value);
        float[] other = shared.get(p).putIfAbsent(key(p, value), made);
        if (other != null && other != made) {
          rows.get(p).drop(value);
          rows.get(p).share(value, other);
        }
      }
    }
  }

  private String key(int partition, Value value) {
    return plan.expression(value) + StoredRows.rows(own.get(partition).size(), plan, value);
  }

  private void compute(List<Value> kept) {
    Value input = plan.values().get(0);
    for (int p = 0; p < own.size(); p++) {
      PartitionFacts facts = own.get(p);
      rows.get(p).make(input);
      float[] target = rows.get(p).value(input);
      workers.each(
          facts.masters,
          1024,
          (worker, from, to) -> {
            for (int v = from; v < to; v++) {
              facts.partition.input().read(v, target, v * input.columns());
            }
          });
    }
    scatter(input);
    for (int level = 0; level < plan.levels(); level++) {
      forward(level, plan.once(level));
    }
    for (Value value : plan.values()) {
      if (value.fixed() && !kept.contains(value)) {
        rows.forEach(of -> of.drop(value));
      }
    }
  }

  private void begin(float[] parameters, long dropoutKey) {
    StepWeights weights = new StepWeights(plan, layout, parameters);
    means.clear();
    meanGradients.clear();
    meanSums.clear();
    List<StepInput> made = new ArrayList<>();
    for (int p = 0; p < own.size(); p++) {
      made.add(
          new StepInput(
              own.get(p), rows.get(p), weights, means, meanGradients, vertices, dropoutKey));
    }
    inputs = made;
  }

  /** Computes the outputs, see {@link #outputs}. */
  void forward(float[] parameters, long dropoutKey) {
    begin(parameters, dropoutKey);
    for (int level = 0; level < plan.levels(); level++) {
      forward(level, plan.forward(level));
      plan.doneForward(level).forEach(value -> rows.forEach(of -> of.release(value)));
    }
  }

  /** Rows of the masters' outputs in one of the own partitions. */
  float[] outputs(int partition) {
    return rows.get(partition).value(plan.output());
  }

  /** Where the gradient of the outputs goes, all zeros. */
  float[] outputGradients(int partition) {
    rows.get(partition).makeGradient(plan.output());
    return rows.get(partition).gradient(plan.output());
  }

  /** Frees the outputs, if there is no way back. */
  void end() {
    for (Value value : plan.values()) {
      if (!value.fixed()) {
        rows.forEach(of -> of.release(value));
        rows.forEach(of -> of.releaseGradient(value));
      }
    }
  }

  private void forward(int level, Work work) {
    cancellation.check();
    work.made().forEach(value -> rows.forEach(of -> of.make(value)));
    if (level % 2 == 0) {
      forwardVertices(level, work);
    } else {
      forwardEdges(level, work);
      work.made().forEach(this::collect);
    }
    work.made().forEach(this::scatter);
  }

  private void scatter(Value value) {
    if (plan.ends(value) != 0) {
      exchange.scatter(plan.ends(value), value.columns(), values(value));
    }
  }

  private float[][] values(Value value) {
    return rows.stream().map(of -> of.value(value)).toArray(float[][]::new);
  }

  private float[][] gradients(Value value) {
    return rows.stream().map(of -> of.gradient(value)).toArray(float[][]::new);
  }

  /** Brings what partitions have of a sum or a maximum together at the masters. */
  private void collect(Value value) {
    if (!value.kind().collected()) {
      return;
    }
    if (!EdgeLevel.choosesLargest(value)) {
      exchange.collect(Plan.DESTINATIONS, value.columns(), values(value));
      return;
    }
    exchange.collectLargest(Plan.DESTINATIONS, value.columns(), values(value), winners(value));
    for (float[] largest : values(value)) {
      for (int i = 0; i < largest.length; i++) {
        largest[i] = largest[i] == Float.NEGATIVE_INFINITY ? 0 : largest[i];
      }
    }
  }

  /** The partitions that have the largest values, of each own partition's masters. */
  private short[][] winners(Value value) {
    return winners.computeIfAbsent(
        value,
        key ->
            own.stream()
                .map(facts -> new short[facts.masters * key.columns()])
                .toArray(short[][]::new));
  }

  /** A piece of a partition. */
  private record Piece(int partition, int from, int to) {}

  /** Pieces follow from the partition and the model alone, and so does the order of all sums. */
  private List<Piece> pieces() {
    final int most = Math.max(1, Math.min(PIECES, PIECE_FLOATS / Math.max(1, layout.length())));
    List<Piece> pieces = new ArrayList<>();
    for (int p = 0; p < own.size(); p++) {
      final int masters = own.get(p).masters;
      final int all = (masters + VertexTile.ROWS - 1) / VertexTile.ROWS;
      final int tilesOfPiece = (all + most - 1) / most;
      final int size = Math.max(1, tilesOfPiece) * VertexTile.ROWS;
      for (int from = 0; from < masters; from += size) {
        pieces.add(new Piece(p, from, Math.min(masters, from + size)));
      }
    }
    return pieces;
  }

  private ParameterSums[] overVertices(OfPiece work) {
    List<Piece> pieces = pieces();
    ParameterSums[] sums = new ParameterSums[pieces.size()];
    Arrays.setAll(sums, i -> new ParameterSums(layout, plan.values().size()));
    workers.each(
        sums.length,
        1,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            cancellation.check();
            work.compute(inputs.get(pieces.get(i).partition), pieces.get(i), sums[i]);
          }
        });
    return sums;
  }

  private interface OfPiece {
    void compute(StepInput input, Piece piece, ParameterSums sums);
  }

  private void forwardVertices(int level, Work work) {
    VertexLevel of = vertexLevels.get(level);
    ParameterSums[] sums =
        overVertices((input, piece, own) -> of.forward(input, work, piece.from, piece.to, own));
    for (Value value : work.values()) {
      if (value.kind() == Kind.BATCH_MEAN && !work.loads(value)) {
        float[] total = total(value, perPartition(value, sums));
        for (int j = 0; j < total.length; j++) {
          total[j] = (float) (total[j] / (double) vertices);
        }
        means.put(value, total);
      }
    }
  }

  /** What pieces have added up of a mean, a row for each own partition. */
  private float[][] perPartition(Value mean, ParameterSums[] sums) {
    float[][] of = new float[own.size()][mean.columns()];
    List<Piece> pieces = pieces();
    for (int i = 0; i < sums.length; i++) {
      sums[i].addTo(mean, of[pieces.get(i).partition]);
    }
    return of;
  }

  /** The sum over all partitions of the graph, padded. */
  private float[] total(Value mean, float[][] ofPartitions) {
    float[] total = new float[MatMul.stride(mean.columns())];
    for (float[] row : exchange.gather(ofPartitions)) {
      for (int j = 0; j < mean.columns(); j++) {
        total[j] += row[j];
      }
    }
    return total;
  }

  private void forwardEdges(int level, Work work) {
    for (Value value : work.made()) {
      if (value.kind().alongLists()) {
        for (int p = 0; p < own.size(); p++) {
          cancellation.check();
          sums(p).forward(value, plan.values().get(value.first()));
        }
      }
    }
    if (work.values().isEmpty()) {
      return;
    }
    EdgeLevel edges = edgeLevels.get(level);
    for (int p = 0; p < own.size(); p++) {
      StepInput input = inputs.get(p);
      EdgeTiles of = own.get(p).tiles;
      cancellation.check();
      workers.each(of.count(), 16, (worker, from, to) -> edges.forward(input, work, of, from, to));
    }
  }

  private ListSums sums(int partition) {
    return new ListSums(own.get(partition), rows.get(partition), workers);
  }

  /**
   * Goes back from the {@linkplain #outputGradients gradients of the outputs} and frees everything.
   *
   * @return gradients of the parameters of each own partition
   */
  List<float[]> backward() {
    List<float[]> gradients = new ArrayList<>();
    own.forEach(facts -> gradients.add(new float[layout.length()]));
    for (int level = plan.levels() - 1; level >= 0; level--) {
      cancellation.check();
      computeAgain(level);
      plan.gradientsMade(level).forEach(value -> rows.forEach(of -> of.makeGradient(value)));
      for (Value value : plan.on(level)) {
        exchangeBack(value);
      }
      if (level % 2 == 0) {
        backwardVertices(level, gradients);
      } else {
        backwardEdges(level, gradients);
      }
      releaseAfterBackward(level);
    }
    writeStatistics(gradients);
    end();
    return gradients;
  }

  /** Computes again what the way back looks at from a level on. */
  private void computeAgain(int level) {
    for (Again again : plan.before(level)) {
      forward(again.level(), again.work());
      again.done().forEach(value -> rows.forEach(of -> of.release(value)));
    }
  }

  /** Makes the gradient of a value complete, where the value was made. */
  private void exchangeBack(Value value) {
    if (value.kind() == Kind.BATCH_MEAN && meanSums.containsKey(value)) {
      meanGradients.put(value, total(value, meanSums.get(value)));
      return;
    }
    if (!value.learned()
        || value.place() != Place.VERTEX
        || gradients(value).length == 0
        || gradients(value)[0].length == 0 && own.get(0).masters > 0) {
      return;
    }
    if (plan.ends(value) != 0) {
      exchange.collect(plan.ends(value), value.columns(), gradients(value));
    }
    if (value.kind().collected()) {
      if (EdgeLevel.choosesLargest(value)) {
        exchange.scatterToWinners(
            Plan.DESTINATIONS, value.columns(), gradients(value), winners(value));
      } else {
        exchange.scatter(Plan.DESTINATIONS, value.columns(), gradients(value));
      }
    }
  }

  private void backwardVertices(int level, List<float[]> gradients) {
    VertexLevel work = vertexLevels.get(level);
    if (plan.backward(level).isEmpty()) {
      return;
    }
    ParameterSums[] sums =
        overVertices((input, piece, own) -> work.backward(input, piece.from, piece.to, own));
    List<Piece> pieces = pieces();
    for (int i = 0; i < sums.length; i++) {
      sums[i].addTo(gradients.get(pieces.get(i).partition));
    }
    for (Value value : plan.receivers(level)) {
      if (value.kind() == Kind.BATCH_MEAN) {
        float[][] of = perPartition(value, sums);
        float[][] before = meanSums.putIfAbsent(value, of);
        for (int p = 0; before != null && p < of.length; p++) {
          for (int j = 0; j < of[p].length; j++) {
            before[p][j] += of[p][j];
          }
        }
      }
    }
  }

  private void backwardEdges(int level, List<float[]> gradients) {
    EdgeLevel work = edgeLevels.get(level);
    if (work.backwardNeeded()) {
      workers.each(
          own.size(),
          1,
          (worker, from, to) -> {
            for (int p = from; p < to; p++) {
              ParameterSums sums = new ParameterSums(layout, plan.values().size());
              work.backward(inputs.get(p), own.get(p).tiles, sums);
              sums.addTo(gradients.get(p));
            }
          });
    }
    for (Value value : plan.on(level)) {
      if (value.kind().alongLists() && value.learned()) {
        for (int p = 0; p < own.size(); p++) {
          sums(p).backward(value, plan.values().get(value.first()));
        }
      }
    }
  }

  private void releaseAfterBackward(int level) {
    plan.doneBackward(level).forEach(value -> rows.forEach(of -> of.release(value)));
    plan.on(level).forEach(value -> rows.forEach(of -> of.releaseGradient(value)));
  }

  /** In the place of a statistic's gradient its value less that of the graph, once. */
  private void writeStatistics(List<float[]> gradients) {
    for (Map.Entry<Value, float[]> mean : means.entrySet()) {
      Value value = mean.getKey();
      ParameterLayout.Parameter parameter = layout.parameters().get(value.parameter());
      final double freedom = Math.max(vertices - value.constant(), 1);
      float[] now = inputs.get(0).weights().matrix(value.parameter());
      for (int p = 0; p < own.size(); p++) {
        for (int j = 0; own.get(p).partition.number() == 0 && j < value.columns(); j++) {
          gradients.get(p)[parameter.offset() + j] =
              (float) (now[j] - mean.getValue()[j] * (vertices / freedom));
        }
      }
    }
  }
}
