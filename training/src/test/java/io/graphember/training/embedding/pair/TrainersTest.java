// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.Vid;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.fixture.MemoryTransport;
import io.graphember.tensor.table.GradientNotFinite;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.TrainingError;
import io.graphember.training.embedding.EmbeddedGraph;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.embedding.EmbeddingTrainers;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trainers of embeddings over hosts in this JVM. */
class TrainersTest {
  private static final int VERTICES = 40;
  private static final int EDGES = 260;
  private static final SampleGraph GRAPH = SampleGraph.random(VERTICES, EDGES, 8);
  private static final PartitionedGraph LOADED = PartitionedGraph.load(GRAPH, 4, "hash-2d");

  /** Tables of a job on some hosts, and its trainers. */
  private static final class Job {
    private final EmbeddingSettings settings;
    private final EmbeddingParameters parameters;
    private final List<TableHost> tables = new ArrayList<>();
    private final MemoryCluster cluster;
    private final MemoryTransport transport;

    Job(String section, int hosts, boolean here) {
      settings =
          SettingsDocument.parse(
                  "job",
                  "{name: j, graph: {name: g}, job: embed, embedding: %s}".formatted(section))
              .bind(JobSettings.class)
              .embed()
              .embedding();
      parameters = EmbeddingParameters.of(settings, 5, new EmbeddedGraph(VERTICES, EDGES, 1, 4));
      cluster = new MemoryCluster(LOADED, hosts, Courier.direct(), here ? 0 : -1);
      for (int h = 0; h < hosts; h++) {
        TableHost host = new TableHost(settings.trainers(), Workers.CALLER);
        for (TableSpec spec : parameters.tables()) {
          for (int p = h; p < 4; p += hosts) {
            TablePartition partition =
                new TablePartition(spec, p, LOADED.partition(p).topology().masters());
            if (settings.inPlace() && here) {
              partition.allocate();
            }
            host.add(partition);
          }
        }
        tables.add(host);
      }
      transport = new MemoryTransport(tables, here);
    }

    private EmbeddingTrainers trainers() {
      return new EmbeddingTrainers(settings, parameters, cluster, masters(), EDGES);
    }

    private EmbeddingContext context(int rank) {
      return new EmbeddingContext(
          rank, transport, 4, new Replies(Cancellation.NEVER, 10_000), ForkJoinPool.commonPool());
    }

    private long[] masters() {
      return IntStream.range(0, 4)
          .mapToLong(p -> LOADED.partition(p).topology().masters())
          .toArray();
    }

    private WalkBatches batches(int rank) {
      return new WalkBatches(
          ((EmbeddingPlan.Pairs) parameters.plan()).walks(),
          rank,
          masters(),
          EDGES,
          cluster,
          new Replies(Cancellation.NEVER, 10_000));
    }

    PassReport together(long from, long to) {
      List<CompletableFuture<PassReport>> running = new ArrayList<>();
      for (int rank = 0; rank < settings.trainers(); rank++) {
        final int trainer = rank;
        running.add(
            CompletableFuture.supplyAsync(() -> together(trainer, from, to), Runnable::run));
      }
      return running.stream()
          .map(CompletableFuture::join)
          .reduce(PassReport.NONE, PassReport::plus);
    }

    private PassReport together(int rank, long from, long to) {
      return trainers().train(context(rank), from, to);
    }

    /** All trainers, each in a thread of its own. */
    PassReport atOnce(long from, long to) throws Exception {
      ForkJoinPool pool = new ForkJoinPool(settings.trainers());
      try {
        List<Future<PassReport>> running = new ArrayList<>();
        for (int rank = 0; rank < settings.trainers(); rank++) {
          final int trainer = rank;
          running.add(pool.submit(() -> together(trainer, from, to)));
        }
        PassReport all = PassReport.NONE;
        for (Future<PassReport> one : running) {
          all = all.plus(one.get(60, TimeUnit.SECONDS));
        }
        return all;
      } finally {
        pool.shutdownNow();
      }
    }

    PassReport alone(long from, long to) {
      return trainers().train(context(0), from, to);
    }

    /** All rows of a table, in the order of partitions. */
    List<Float> rows(String table) {
      List<Float> values = new ArrayList<>();
      for (int p = 0; p < 4; p++) {
        TableHost host = tables.get(p % tables.size());
        TablePartition partition = host.partition(table, p).orElseThrow();
        float[] all = new float[partition.rows() * parameters.dim()];
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

  private static String section(String more) {
    final String pairs = more.contains("type: line") ? "" : ", walkLength: 8, window: 2";
    return "{dim: 6, epochs: 4, batchSize: 10, negatives: 3, learningRate: 0.2%s%s}"
        .formatted(pairs, more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", consistency: bsp",
        ", consistency: bsp, optimizer: momentum",
        ", consistency: bsp, optimizer: adam",
        ", consistency: bsp, staleness: 1",
        ", consistency: bsp, type: line",
        ", consistency: bsp, type: line, proximity: first",
        ", consistency: bsp, type: node2vec, p: 0.5, q: 2, precision: bfloat16"
      })
  void rowsDoNotDependOnWhereTheyAre(String more) {
    Job here = new Job(section(more), 1, true);
    PassReport report = here.together(0, here.parameters.steps());
    assertThat(report.walked()).isPositive();
    assertThat(report.pairs()).isPositive();
    Job elsewhere = new Job(section(more), 3, false);
    assertThat(elsewhere.together(0, here.parameters.steps()).pairs()).isEqualTo(report.pairs());
    for (TableSpec table : here.parameters.tables()) {
      assertThat(elsewhere.rows(table.name())).isEqualTo(here.rows(table.name()));
    }
  }

  /** One step against the formula, pair by pair in double. */
  @Test
  void aStepFollowsTheGradientOfTheLoss() {
    Job job = new Job(section(", consistency: bsp, schedule: constant"), 1, true);
    final int dim = job.parameters.dim();
    job.together(0, 2); // outputs begin as zeros
    double[][] inputs = matrix(job, "vertices");
    double[][] outputs = matrix(job, "contexts");
    double[][] inputChange = new double[VERTICES][dim];
    double[][] outputChange = new double[VERTICES][dim];
    int[] inputTimes = new int[VERTICES];
    int[] outputTimes = new int[VERTICES];
    WalkBatch batch;
    try (WalkBatches batches = job.batches(0)) {
      batch = batches.batch(2);
    }
    Window window = new Window(2);
    int from = 0;
    for (int to : batch.ends()) {
      for (int place = from; place < to; place++) {
        final int contexts = window.around(batch, from, to, place);
        for (int c = 0; c < contexts; c++) {
          final int x = number(batch, window.contexts[c]);
          inputTimes[x]++;
          for (int k = -1; k < batch.perPlace(); k++) {
            final int token =
                k < 0 ? batch.tokens()[place] : batch.negatives()[place * batch.perPlace() + k];
            if (token == WalkBatch.NONE) {
              continue;
            }
            final int y = number(batch, token);
            outputTimes[y]++;
            double product = 0;
            for (int j = 0; j < dim; j++) {
              product += inputs[x][j] * outputs[y][j];
            }
            final double factor = (k < 0 ? 1 : 0) - 1 / (1 + Math.exp(-product));
            for (int j = 0; j < dim; j++) {
              inputChange[x][j] += factor * outputs[y][j];
              outputChange[y][j] += factor * inputs[x][j];
            }
          }
        }
      }
      from = to;
    }
    job.together(2, 3);
    double[][] inputsAfter = matrix(job, "vertices");
    double[][] outputsAfter = matrix(job, "contexts");
    for (int v = 0; v < VERTICES; v++) {
      for (int j = 0; j < dim; j++) {
        assertThat(inputsAfter[v][j])
            .isCloseTo(
                inputs[v][j]
                    + 0.2 * Math.min(1, 32.0 / Math.max(1, inputTimes[v])) * inputChange[v][j],
                within(1e-4));
        assertThat(outputsAfter[v][j])
            .isCloseTo(
                outputs[v][j]
                    + 0.2 * Math.min(1, 32.0 / Math.max(1, outputTimes[v])) * outputChange[v][j],
                within(1e-4));
      }
    }
  }

  private static int number(WalkBatch batch, int token) {
    final long vid = batch.vids()[token];
    int number = Vid.local(vid);
    for (int p = 0; p < Vid.partition(vid); p++) {
      number += LOADED.partition(p).topology().masters();
    }
    return number;
  }

  private static double[][] matrix(Job job, String table) {
    List<Float> rows = job.rows(table);
    double[][] matrix = new double[VERTICES][job.parameters.dim()];
    for (int i = 0; i < rows.size(); i++) {
      matrix[i / job.parameters.dim()][i % job.parameters.dim()] = rows.get(i);
    }
    return matrix;
  }

  /** One trainer alone is exact: copies of rows elsewhere give what rows in place do. */
  @Test
  void copiesOfRowsElsewhereGiveWhatRowsInPlaceDo() {
    Job here = new Job(section(""), 1, true);
    Job elsewhere = new Job(section(""), 2, false);
    PassReport report = here.alone(0, 1);
    assertThat(elsewhere.alone(0, 1).loss()).isEqualTo(report.loss());
    List<Float> expected = here.rows("vertices");
    List<Float> found = elsewhere.rows("vertices");
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).isCloseTo(expected.get(i), within(1e-6f));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", type: line, proximity: second", ", type: line"})
  void theLossFalls(String more) {
    Job job = new Job(section(", epochs: 60" + more).replace("epochs: 4, ", ""), 1, true);
    final long perEpoch = job.parameters.stepsPerEpoch();
    final double first = job.alone(0, 4 * perEpoch).meanLoss();
    final double last = job.alone(4 * perEpoch, 60 * perEpoch).meanLoss();
    assertThat(last).isLessThan(first - 0.1);
  }

  /**
   * A push of one trainer alone is a step of all trainers, for an optimizer that keeps the step.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        ", optimizer: momentum",
        ", optimizer: adagrad",
        ", optimizer: adam",
        ", optimizer: dense-adam",
        ", precision: bfloat16"
      })
  void oneStepThatIsPushedIsAStepOfAll(String more) {
    Job together = new Job(section(more + ", consistency: bsp"), 1, true);
    Job pushing = new Job(section(more), 2, false);
    assertThat(pushing.alone(0, 1).loss()).isEqualTo(together.alone(0, 1).loss());
    for (TableSpec table : together.parameters.tables()) {
      assertThat(pushing.rows(table.name())).isEqualTo(together.rows(table.name()));
    }
  }

  @ParameterizedTest
  @CsvSource({"momentum, 0.002", "adagrad, 0.05", "adam, 0.02", "dense-adam, 0.02"})
  void trainersThatPushEachForItselfLearn(String optimizer, String rate) throws Exception {
    Job job =
        new Job(
            section(", trainers: 3, epochs: 60, optimizer: " + optimizer)
                .replace("epochs: 4, ", "")
                .replace("learningRate: 0.2", "learningRate: " + rate),
            2,
            false);
    final long perEpoch = job.parameters.stepsPerEpoch();
    final double first = job.atOnce(0, 4 * perEpoch).meanLoss();
    final double last = job.atOnce(4 * perEpoch, 60 * perEpoch).meanLoss();
    assertThat(last).isLessThan(first - 0.1);
    assertThat(job.tables).allMatch(host -> host.step() == 60 * perEpoch);
  }

  /** Rows in this process change where they lie: no host looks at them. */
  @Test
  void trainersForThemselvesStopWhereRowsAreNoNumbers() {
    Job job = new Job(section(""), 1, true);
    for (int p = 0; p < 4; p++) {
      TablePartition partition = job.tables.get(0).partition("contexts", p).orElseThrow();
      float[] wrong = new float[job.parameters.dim()];
      wrong[0] = Float.NaN;
      for (int row = 0; row < partition.rows(); row++) {
        partition.put(new int[] {row}, 0, 1, wrong, 0, false, 0);
      }
    }
    assertThatThrownBy(() -> job.alone(0, 3))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(TrainingError.LOSS_NOT_FINITE)).isTrue())
        .hasMessage("The loss of step 1 is NaN: lower embedding.learningRate.");
  }

  @Test
  void jobsThatCountTooFarAreRefused() {
    EmbeddingSettings settings = new Job(section(", trainers: 2"), 1, true).settings;
    assertThatThrownBy(
            () ->
                EmbeddingParameters.of(
                    settings, 5, new EmbeddedGraph(12_000_000_000L, EDGES, 1, 4)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessage(
            "embedding.epochs = 4 with embedding.batchSize = 10 and embedding.trainers = 2: 2400000000 steps, of which a job may take 2147483646.");
    EmbeddingSettings large =
        new Job("{dim: 65536, batchSize: 4096, walkLength: 40}", 1, true).settings;
    assertThatThrownBy(
            () -> EmbeddingParameters.of(large, 5, new EmbeddedGraph(1_000_000, EDGES, 1, 4)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessage(
            "embedding.batchSize = 4096 with embedding.dim = 65536: a batch touches up to 983040 vertices, whose rows are 128849018880 floats, more than 268435456.");
  }

  @Test
  void gradientsThatAreNoNumbersAreFoundBeforeAnythingIsApplied() {
    Job job = new Job(section(", consistency: bsp"), 1, true);
    job.together(0, 2);
    TablePartition partition = job.tables.get(0).partition("contexts", 0).orElseThrow();
    float[] wrong = new float[job.parameters.dim()];
    wrong[0] = Float.NaN;
    for (int row = 0; row < partition.rows(); row++) {
      partition.put(new int[] {row}, 0, 1, wrong, 0, false, 2);
    }
    List<Float> before = job.rows("vertices");
    assertThatThrownBy(() -> job.together(2, 3))
        .cause()
        .isInstanceOf(GraphemberException.class)
        .hasMessageMatching(
            "The gradient of row \\d+ in partition \\d is infinite or not a number: lower embedding.learningRate.")
        .hasCauseInstanceOf(GradientNotFinite.class);
    assertThat(job.rows("vertices")).isEqualTo(before);
    assertThat(job.tables.get(0).step()).isEqualTo(2);
  }
}
