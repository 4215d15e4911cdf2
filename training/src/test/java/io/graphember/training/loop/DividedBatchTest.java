// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowMatrix;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.edge.NegativeRule;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.ParameterInitializer;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.fixture.MemoryJob.TrainerWork;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.LinkDecoder;
import io.graphember.training.job.task.LinkLoss;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.ReplacedEnd;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import io.graphember.training.task.TypedEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Batches of an evaluation with all neighbours that grow too large: they come in parts. */
class DividedBatchTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(1200, 6);

  /** In one request, of about 1200 vertices that a batch with all neighbours reaches. */
  private static final int MOST_ROWS = 300;

  private final AtomicInteger refused = new AtomicInteger();

  private static TrainingParameters parameters(boolean links) {
    final int edges = Math.toIntExact(JOB.graph().summary().edges());
    return new TrainingParameters(
        3,
        1,
        8,
        HopRules.in(2, 2),
        HopRules.in(-1, 2),
        64,
        OptimizerPlan.sgd(0.1f, 0),
        0,
        2,
        false,
        false,
        Objective.CLASSIFICATION,
        links
            ? Optional.of(
                new LinkPlan(
                    1,
                    LinkLoss.BCE,
                    NegativeRule.of(NegativeRule.Choice.UNIFORM, 1),
                    1,
                    NegativeRule.of(NegativeRule.Choice.UNIFORM, 9),
                    new EdgePlan(List.of(), 0.2, 0, edges, 10_000, 77),
                    ReplacedEnd.EITHER))
            : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Rows that nobody may ask for more of than a batch has room for. */
  private final class FewRows implements RowSource {
    private final RowSource all;
    private final int most;

    FewRows(RowSource all, int most) {
      this.all = all;
      this.most = most;
    }

    @Override
    public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
      if (requests.stream().mapToInt(request -> request.rows().length).sum() > most) {
        refused.incrementAndGet();
        throw new GraphemberException(SamplingError.BATCH_TOO_LARGE, "A batch is too large.");
      }
      return all.fetch(host, requests);
    }

    @Override
    public int dim() {
      return all.dim();
    }

    @Override
    public int hosts() {
      return all.hosts();
    }

    @Override
    public int host(int partition) {
      return all.host(partition);
    }

    @Override
    public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
      return all.sum(host, requests);
    }

    @Override
    public boolean mirrored() {
      return all.mirrored();
    }

    @Override
    public Optional<RowMatrix> resident(int partition) {
      return Optional.empty();
    }
  }

  private TrainerContext limited(TrainerContext context, int most) {
    StorageAccess all = context.storage();
    return new TrainerContext(
        StorageAccess.of(
            all.partitions(() -> 0),
            new FewRows(all.rows(() -> 0), most),
            all.edgeRows(() -> 0),
            all.targets(() -> 0)),
        context.collective(),
        context.replies(),
        context.executor(),
        context.counts(),
        context.learned(),
        context.server());
  }

  private <T> T run(ModelSpec spec, int most, TrainerWork<T> work) {
    return JOB.run(
            spec,
            Placement.of(1, 1),
            (context, session) -> work.run(limited(context, most), session))
        .get(0);
  }

  private static TrainingLoop loop(TrainerContext context, ModelSession session, boolean links) {
    return new TrainingLoop(context, parameters(links), session, report -> {});
  }

  @Test
  void predictionsAreThoseOfWholeBatches() {
    final ModelSpec spec = JOB.spec(new GraphSage(), 0);
    final float[] whole = run(spec, Integer.MAX_VALUE, this::predict);
    assertThat(refused).hasValue(0);
    assertThat(run(spec, MOST_ROWS, this::predict)).containsExactly(whole, within(1e-6f));
    assertThat(refused).hasPositiveValue();
  }

  private float[] predict(TrainerContext context, ModelSession session) {
    final int masters = JOB.graph().partition(0).topology().masters();
    final int outputs = session.spec().outputDim();
    final float[] logits = new float[masters * outputs];
    final AtomicInteger next = new AtomicInteger();
    new Predictor(
            context,
            parameters(false),
            session,
            ParameterInitializer.initialize(session.spec().layout(), 3))
        .predict(
            List.of(
                    new Predictor.Masters(
                        0,
                        0,
                        masters,
                        new long[0],
                        (first, count, rows, embeddings) -> {
                          assertThat(next.getAndAdd(count)).isEqualTo(first);
                          rows.asFloatBuffer().get(logits, first * outputs, count * outputs);
                        }))
                .iterator());
    assertThat(next).hasValue(masters);
    return logits;
  }

  @Test
  void evaluationsAreSumsOfTheirParts() {
    final ModelSpec spec = JOB.spec(new GraphSage(), 0);
    final TrainerWork<Score> evaluate =
        (context, session) -> {
          TrainingLoop loop = loop(context, session, false);
          return loop.evaluate(loop.start().weights(), JOB.split(context).test());
        };
    final Score whole = run(spec, Integer.MAX_VALUE, evaluate);
    final Score parts = run(spec, MOST_ROWS, evaluate);
    assertThat(refused).hasPositiveValue();
    assertThat(parts.vertices()).isEqualTo(whole.vertices());
    assertThat(parts.quality()).isEqualTo(whole.quality());
    assertThat(parts.loss()).isCloseTo(whole.loss(), within(1e-6));
  }

  /** Of edges, negatives and what neighbourhoods must not meet stay those of the whole batch. */
  @Test
  void edgesAreRankedAsInWholeBatches() {
    final ModelSpec spec =
        new ModelSpec(new GraphSage(), JOB.graph().summary().featureDim(), 16, 16, 2, 0f, 0f)
            .with(LinkDecoder.DOT.spec(8, 1));
    final long[] vids = Arrays.copyOf(JOB.split().test().own().vids(), 40);
    final long[] others = new long[vids.length];
    Arrays.setAll(others, i -> vids[(i + 1) % vids.length]);
    final TypedEdges edges = new TypedEdges(vids, others, new int[vids.length]);
    final TrainerWork<List<Object>> rank =
        (context, session) -> {
          TrainingLoop loop = loop(context, session, true);
          List<Object> all = new ArrayList<>();
          all.add(loop.test(loop.start().weights(), edges).scores());
          return all;
        };
    final List<Object> whole = run(spec, Integer.MAX_VALUE, rank);
    assertThat(run(spec, MOST_ROWS, rank)).isEqualTo(whole);
    assertThat(refused).hasPositiveValue();
  }

  @Test
  void aVertexThatIsTooLargeAloneEndsTheJob() {
    final ModelSpec spec = JOB.spec(new GraphSage(), 0);
    assertThatThrownBy(() -> run(spec, 1, this::predict))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.BATCH_TOO_LARGE)).isTrue());
  }

  /** A step is of a whole batch: the user makes it smaller. */
  @Test
  void aStepOfTrainingIsNotDivided() {
    final ModelSpec spec = JOB.spec(new GraphSage(), 0);
    final SplitVertices split =
        SplitVertices.all(JOB.split().train().own(), LabeledVertices.NONE, LabeledVertices.NONE);
    assertThatThrownBy(
            () ->
                run(
                    spec,
                    20,
                    (context, session) ->
                        loop(context, session, false).train(MemoryJob.dealt(split, context))))
        .hasMessage("A batch is too large.");
    assertThat(refused).hasPositiveValue();
  }
}
