// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.RowInitializer;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TableRows;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.TrainingError;
import io.graphember.training.embedding.pair.PairObjective;
import io.graphember.training.embedding.pair.WalkPlan;
import io.graphember.training.embedding.triple.TriplePlan;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.job.embedding.PairMethod;
import io.graphember.training.job.embedding.Proximity;
import io.graphember.training.job.embedding.TripleMethod;
import java.util.ArrayList;
import java.util.List;

/**
 * A job of embeddings over a graph, as trainers see it. Immutable.
 *
 * @param plan what is trained
 * @param tables the tables of it
 * @param embeddingTables names of the tables whose rows, one after the other, are the embedding
 * @param rate learning rate by step
 * @param steps steps of the whole job
 * @param stepsPerEpoch steps of one pass
 */
public record EmbeddingParameters(
    EmbeddingPlan plan,
    List<TableSpec> tables,
    List<String> embeddingTables,
    LearningRate rate,
    long steps,
    long stepsPerEpoch) {
  /** Input rows of walks and of second-order proximity, and rows of entities. */
  public static final String VERTICES = TriplePlan.ENTITIES;

  /** Output rows. */
  public static final String CONTEXTS = "contexts";

  /** Rows of first-order proximity. */
  public static final String NEIGHBORS = "neighbors";

  /**
   * The parameters of a job.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} if there are more steps
   *     than rows can count, or a batch touches more rows than are read at once
   */
  public static EmbeddingParameters of(EmbeddingSettings settings, long seed, EmbeddedGraph graph) {
    final EmbeddingParameters parameters =
        settings.method() instanceof PairMethod pairs
            ? ofPairs(settings, pairs, seed, graph)
            : ofTriples(settings, (TripleMethod) settings.method(), seed, graph);
    requireSteps(settings, parameters.steps());
    requireRows(
        settings,
        Math.min(graph.vertices(), settings.mostOfBatch()),
        parameters.vertexTables().stream().mapToLong(TableSpec::dim).sum());
    return parameters;
  }

  private static EmbeddingParameters ofPairs(
      EmbeddingSettings settings, PairMethod method, long seed, EmbeddedGraph graph) {
    WalkPlan plan =
        new WalkPlan(
            method.walk(),
            method.window(),
            settings.negatives(),
            method.subsample(),
            settings.batchSize(),
            settings.trainers(),
            seed);
    final long perEpoch =
        plan.stepsPerEpoch(method.walk().isEmpty() ? graph.edges() : graph.vertices());
    final LearningRate rate = rate(settings, perEpoch);
    List<PairObjective> objectives = new ArrayList<>();
    if (method.proximity() != Proximity.SECOND) {
      objectives.add(new PairObjective(NEIGHBORS, NEIGHBORS));
    }
    if (method.proximity() != Proximity.FIRST) {
      objectives.add(new PairObjective(VERTICES, CONTEXTS));
    }
    final int dim = settings.dim() / objectives.size();
    List<TableSpec> tables = new ArrayList<>();
    for (PairObjective objective : objectives) {
      // As in word2vec's program: inputs small and random, outputs zeros.
      tables.add(
          table(objective.inputs(), dim, RowInitializer.uniform(0.5f / dim, seed), settings, rate));
      if (!objective.oneTable()) {
        tables.add(table(objective.outputs(), dim, RowInitializer.zeros(), settings, rate));
      }
    }
    return new EmbeddingParameters(
        new EmbeddingPlan.Pairs(plan, objectives),
        tables,
        objectives.stream().map(PairObjective::inputs).toList(),
        rate,
        perEpoch * settings.epochs(),
        perEpoch);
  }

  private static EmbeddingParameters ofTriples(
      EmbeddingSettings settings, TripleMethod method, long seed, EmbeddedGraph graph) {
    TriplePlan plan = TriplePlan.of(settings, method, seed, graph.relations(), graph.partitions());
    final long perEpoch = plan.stepsPerEpoch(graph.edges());
    final LearningRate rate = rate(settings, perEpoch);
    final RowInitializer entities = RowInitializer.uniform(plan.range(), seed);
    final RowInitializer relations =
        RowInitializer.uniform(plan.scoring().relationRange(plan.range()), seed + 1);
    return new EmbeddingParameters(
        new EmbeddingPlan.Triples(plan),
        List.of(
            table(TriplePlan.ENTITIES, plan.dim(), entities, settings, rate),
            new TableSpec(
                TriplePlan.RELATIONS,
                new TableRows.Numbered(plan.relationRows()),
                plan.relationDim(),
                settings.precision(),
                relations,
                settings.optimizer().create(rate, settings.weightDecay()))),
        List.of(TriplePlan.ENTITIES),
        rate,
        perEpoch * settings.epochs(),
        perEpoch);
  }

  private static LearningRate rate(EmbeddingSettings settings, long perEpoch) {
    final long steps = Math.max(1, perEpoch * settings.epochs());
    return settings.schedule().of(settings.learningRate(), steps, Math.max(1, steps / 3), 0.1f);
  }

  private static void requireSteps(EmbeddingSettings settings, long steps) {
    if (steps > TableHost.MAX_STEP) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "embedding.epochs = %d with embedding.batchSize = %d and embedding.trainers = %d: %d steps, of which a job may take %d."
              .formatted(
                  settings.epochs(),
                  settings.batchSize(),
                  settings.trainers(),
                  steps,
                  TableHost.MAX_STEP));
    }
  }

  private static void requireRows(EmbeddingSettings settings, long touched, long floats) {
    if (touched * floats > TableHost.MAX_VALUES) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "embedding.batchSize = %d with embedding.dim = %d: a batch touches up to %d vertices, whose rows are %d floats, more than %d."
              .formatted(
                  settings.batchSize(),
                  settings.dim(),
                  touched,
                  touched * floats,
                  TableHost.MAX_VALUES));
    }
  }

  private static TableSpec table(
      String name,
      int dim,
      RowInitializer initializer,
      EmbeddingSettings settings,
      LearningRate rate) {
    return new TableSpec(
        name,
        dim,
        settings.precision(),
        initializer,
        settings.optimizer().create(rate, settings.weightDecay()));
  }

  /** Floats of a row of each table of vertices. */
  public int dim() {
    return tables.get(0).dim();
  }

  /** Tables with a row for each vertex. */
  public List<TableSpec> vertexTables() {
    return tables.stream().filter(table -> table.rows() instanceof TableRows.OfVertices).toList();
  }

  /** Floats of an embedding. */
  public int embeddingDim() {
    return dim() * embeddingTables.size();
  }

  /**
   * Puts embeddings together. The rows of several tables follow one another, each scaled to length
   * 1 as the authors of LINE do.
   *
   * @param rows of each of the {@link #embeddingTables}, {@code float[count * dim]}
   * @return {@code float[count][embeddingDim]}
   */
  public float[][] embeddings(List<float[]> rows, int count) {
    float[][] embeddings = new float[count][embeddingDim()];
    for (int i = 0; i < count; i++) {
      for (int t = 0; t < rows.size(); t++) {
        System.arraycopy(rows.get(t), i * dim(), embeddings[i], t * dim(), dim());
        if (rows.size() > 1) {
          toLengthOne(embeddings[i], t * dim());
        }
      }
    }
    return embeddings;
  }

  private void toLengthOne(float[] values, int from) {
    double squares = 0;
    for (int j = from; j < from + dim(); j++) {
      squares += (double) values[j] * values[j];
    }
    final float factor = squares == 0 ? 0 : (float) (1 / Math.sqrt(squares));
    for (int j = from; j < from + dim(); j++) {
      values[j] *= factor;
    }
  }
}
