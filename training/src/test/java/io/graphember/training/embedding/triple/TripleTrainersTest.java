// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.Vid;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.triple.End;
import io.graphember.tensor.fixture.MemoryTransport;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddedGraph;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.embedding.EmbeddingTrainers;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trainers of triples over hosts in this JVM: a ring, on which relations lead a step or more on.
 */
class TripleTrainersTest {
  private static final int ENTITIES = 48;
  private static final int[] STEPS = {1, 5, -7};
  private static final int PARTITIONS = 4;
  private static final int TRIPLES = ENTITIES * STEPS.length;
  private static final PartitionedGraph LOADED = load();

  private static PartitionedGraph load() {
    List<EdgeType> relations = new ArrayList<>();
    for (int step : STEPS) {
      relations.add(new EdgeType("by" + (step + 10), 0, 0));
    }
    GraphHeader header =
        new GraphHeader(
            List.of(new VertexType("entity", KeyKind.INT64, 0, false, true)), relations);
    return PartitionedGraph.load(
        GraphSource.of(
            header,
            graph -> {
              for (int r = 0; r < STEPS.length; r++) {
                for (long e = 0; e < ENTITIES; e++) {
                  graph.edge(r, e, Math.floorMod(e + STEPS[r], (long) ENTITIES), 1, 0);
                }
              }
            }),
        PartitionedGraph.settings(PARTITIONS, "hash-2d"));
  }

  /** Tables of a job on some hosts, and its trainers. */
  private static final class Job {
    private final EmbeddingSettings settings;
    private final EmbeddingParameters parameters;
    private final List<TableHost> tables = new ArrayList<>();
    private final MemoryCluster cluster;
    private final MemoryTransport transport;
    private final long[] masters =
        IntStream.range(0, PARTITIONS)
            .mapToLong(p -> LOADED.partition(p).topology().masters())
            .toArray();

    Job(String section, int hosts) {
      settings =
          SettingsDocument.parse(
                  "job",
                  "{name: j, graph: {name: g}, job: embed, embedding: {%s}}".formatted(section))
              .bind(JobSettings.class)
              .embed()
              .embedding();
      parameters =
          EmbeddingParameters.of(
              settings, 5, new EmbeddedGraph(ENTITIES, TRIPLES, STEPS.length, PARTITIONS));
      cluster = new MemoryCluster(LOADED, hosts, Courier.direct(), 0);
      for (int h = 0; h < hosts; h++) {
        TableHost host = new TableHost(settings.trainers(), Workers.CALLER);
        for (TableSpec spec : parameters.tables()) {
          for (int p = h; p < PARTITIONS; p += hosts) {
            final int rows = spec.rows().in(p, PARTITIONS, (int) masters[p]);
            host.add(new TablePartition(spec, p, rows));
          }
        }
        tables.add(host);
      }
      transport = new MemoryTransport(tables, true);
    }

    private static Replies replies() {
      return new Replies(Cancellation.NEVER, 10_000);
    }

    private TriplePlan plan() {
      return ((EmbeddingPlan.Triples) parameters.plan()).plan();
    }

    PassReport train(int rank, long from, long to) {
      return new EmbeddingTrainers(settings, parameters, cluster, masters, TRIPLES)
          .train(
              new EmbeddingContext(
                  rank, transport, PARTITIONS, replies(), ForkJoinPool.commonPool()),
              from,
              to);
    }

    TripleBatch batch(long step) {
      try (TripleBatches batches =
          new TripleBatches(plan(), 0, masters, TRIPLES, cluster, replies())) {
        return batches.batch(step);
      }
    }

    /** Ranks of all triples of a relation; those of the graph are known. */
    RankSums rank(int relation, KnownTriples known) {
      final long[] heads = ids();
      final long[] tails = LongStream.of(heads).map(id -> moved(id, STEPS[relation])).toArray();
      return new TripleRanker(
              new TripleQueries(plan(), transport, PARTITIONS, replies()),
              (host, queries) ->
                  CompletableFuture.completedFuture(
                      new EntityCounts(
                              new EntityScores(plan(), tables.get(host), Cancellation.NEVER))
                          .of(queries, (p, type) -> new int[] {0, (int) masters[p]})),
              known)
          .rank(relation, 0, 0, heads, tails);
    }

    List<Float> rows(String table, int dim) {
      List<Float> values = new ArrayList<>();
      for (int p = 0; p < PARTITIONS; p++) {
        TableHost host = tables.get(p % tables.size());
        TablePartition partition = host.partition(table, p).orElseThrow();
        float[] all = new float[partition.rows() * dim];
        partition.get(
            IntStream.range(0, partition.rows()).toArray(),
            0,
            partition.rows(),
            host.step(),
            all,
            0);
        for (float value : all) {
          values.add(value);
        }
      }
      return values;
    }
  }

  private static long[] ids() {
    return LongStream.range(0, ENTITIES).map(TripleTrainersTest::id).toArray();
  }

  private static long id(long key) {
    for (int p = 0; p < PARTITIONS; p++) {
      for (int i = 0; i < LOADED.partition(p).topology().masters(); i++) {
        if (LOADED.partition(p).keys().keyAt(i).equals(key)) {
          return Vid.of(p, i);
        }
      }
    }
    throw new AssertionError("no entity " + key);
  }

  private static long key(long id) {
    return (Long) LOADED.partition(Vid.partition(id)).keys().keyAt(Vid.local(id));
  }

  private static long moved(long id, int step) {
    return id(Math.floorMod(key(id) + step, (long) ENTITIES));
  }

  private static final KnownTriples NOTHING =
      (missing, relation, entities) -> new long[entities.length][0];

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: complex, dim: 32, learningRate: 0.2",
        "type: complex, dim: 32, learningRate: 0.2, reciprocal: true, filterNegatives: true",
        "type: rotate, margin: 3, dim: 32, learningRate: 0.1",
      })
  void relationsThatLeadOnAreLearned(String method) {
    Job job =
        new Job(
            method
                + ", epochs: 150, batchSize: 36, chunkSize: 12, negatives: 16, optimizer: adagrad,"
                + " consistency: bsp, schedule: constant",
            2);
    job.train(0, 0, job.parameters.steps());
    for (int relation = 0; relation < STEPS.length; relation++) {
      RankSums sums = job.rank(relation, NOTHING);
      assertThat(sums.ranked()).isEqualTo(2L * ENTITIES);
      assertThat(sums.reciprocals() / sums.ranked()).isGreaterThan(0.9);
    }
  }

  @Test
  void untrainedRowsRankAnywhere() {
    Job job = new Job("type: distmult, dim: 16", 1);
    RankSums sums = job.rank(0, NOTHING);
    assertThat(sums.below() / sums.ranked()).isCloseTo(0.5, within(0.15));
    assertThat(sums.first()).isLessThan(ENTITIES / 3);
  }

  @Test
  void whatIsKnownIsNoRival() {
    Job job = new Job("type: transe, dim: 16", 2);
    final long[] all = LongStream.of(ids()).sorted().toArray();
    RankSums sums =
        job.rank(
            0,
            (missing, relation, entities) ->
                Arrays.stream(entities).mapToObj(id -> all).toArray(long[][]::new));
    assertThat(sums.first()).as("no rival is left").isEqualTo(2L * ENTITIES);
  }

  @Test
  void equalScoresShareTheMeanOfTheirRanks() {
    RankSums sums = RankSums.NONE.plus(2, 3, 10);
    assertThat(sums.reciprocals()).isCloseTo(1 / 4.5, within(1e-12));
    assertThat(sums.third()).isZero();
    assertThat(sums.tenth()).isEqualTo(1);
    assertThat(sums.below()).isCloseTo((10 - 2 - 1.5) / 10, within(1e-12));
  }

  @Test
  void bitsAreTheSameOnAnyNumberOfHosts() {
    final String section =
        "type: rotate, dim: 16, epochs: 3, batchSize: 20, chunkSize: 8, negatives: 8,"
            + " optimizer: adagrad, consistency: bsp";
    Job one = new Job(section, 1);
    Job several = new Job(section, 3);
    one.train(0, 0, one.parameters.steps());
    several.train(0, 0, several.parameters.steps());
    for (TableSpec table : one.parameters.tables()) {
      assertThat(several.rows(table.name(), table.dim()))
          .isEqualTo(one.rows(table.name(), table.dim()));
    }
  }

  @Test
  void pushedGradientsTrainToo() {
    Job job =
        new Job(
            "type: rotate, margin: 3, dim: 32, epochs: 100, batchSize: 36, chunkSize: 12,"
                + " negatives: 16, optimizer: adagrad, learningRate: 0.1",
            2);
    final PassReport first = job.train(0, 0, job.parameters.stepsPerEpoch());
    final PassReport rest = job.train(0, job.parameters.stepsPerEpoch(), job.parameters.steps());
    assertThat(first.pairs()).isEqualTo(TRIPLES);
    assertThat(rest.meanLoss()).isLessThan(first.meanLoss() / 2);
  }

  @Test
  void negativesThatAreTriplesAreKnown() {
    Job job =
        new Job(
            "type: transe, dim: 4, batchSize: 30, chunkSize: 12, negatives: 40,"
                + " filterNegatives: true",
            2);
    TripleBatch batch = job.batch(1);
    final int per = job.plan().negatives();
    int found = 0;
    int chunkStart = 0;
    int at = 0;
    for (int from = 0; from < batch.size(); from += 12) {
      final int to = Math.min(batch.size(), from + 12);
      for (End missing : TripleBatches.ENDS) {
        for (int i = from; i < to; i++) {
          for (int j = 0; j < per; j++) {
            final long negative = batch.entities()[batch.negatives()[chunkStart + j]];
            final long head = missing == End.TAIL ? batch.entities()[batch.heads()[i]] : negative;
            final long tail = missing == End.TAIL ? negative : batch.entities()[batch.tails()[i]];
            final boolean triple = moved(head, step(batch, i)) == tail;
            assertThat(batch.known()[at]).isEqualTo(triple);
            found += triple ? 1 : 0;
            at++;
          }
        }
        chunkStart += per;
      }
    }
    assertThat(found).isPositive();
    assertThat(at).isEqualTo(batch.known().length);
  }

  /** The step of a triple's relation, by the ends of the triple. */
  private static int step(TripleBatch batch, int i) {
    for (int step : STEPS) {
      if (moved(batch.entities()[batch.heads()[i]], step) == batch.entities()[batch.tails()[i]]) {
        return step;
      }
    }
    throw new AssertionError("triple " + i + " is not of the graph");
  }
}
