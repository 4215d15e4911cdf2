// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.id.Vid;
import io.graphember.memory.DirectBuffer;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Runs a trained model over masters of partitions, batch by batch. What a vertex gets depends on
 * the graph, the model and the seed, not on the node that computes it.
 *
 * <p>Used by one thread.
 */
public final class Predictor {
  private static final long TAG = 4;

  private final TrainerContext context;
  private final TrainingParameters parameters;
  private final ModelSession session;
  private final ByteBuffer parameterBuffer;
  private final DirectBuffer logits = new DirectBuffer();
  private final DirectBuffer embeddings = new DirectBuffer();

  /** Takes the results of one batch; the buffers are overwritten after the call. */
  @FunctionalInterface
  public interface Results {
    /**
     * Results of consecutive masters.
     *
     * @param firstMaster number of the first, from 0 on
     * @param count how many
     * @param logits float32[count, classes], native order
     * @param embeddings float32[count, embeddingDim], native order
     */
    void accept(int firstMaster, int count, ByteBuffer logits, ByteBuffer embeddings);
  }

  /**
   * Consecutive masters of a partition.
   *
   * @param from local number of the first
   * @param count how many
   * @param times time of each of them, before which edges are that it may see, {@link
   *     VertexAttributes#UNKNOWN} for one that may see all; looked at if seeds have times
   * @param results takes what is computed
   */
  public record Masters(int partition, int from, int count, long[] times, Results results) {}

  /** A predictor with the parameters of a trained model. */
  public Predictor(
      TrainerContext context,
      TrainingParameters parameters,
      ModelSession session,
      float[] weights) {
    this.context = context;
    this.parameters = parameters.predicting();
    this.session = session;
    this.parameterBuffer = DirectBuffer.allocate(4 * weights.length);
    parameterBuffer.asFloatBuffer().put(weights);
  }

  /**
   * Computes results, those of one call after the other. Batches are sampled ahead, those of the
   * next masters too.
   *
   * @param all the masters; asked for more by this thread, when their first batch is sampled
   * @return number of masters
   */
  public long predict(Iterator<Masters> all) {
    Batches batches = new Batches(all);
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        context.pipeline(
            session.spec(),
            parameters,
            false,
            session.takesSparse(),
            Optional.empty(),
            new StepTimes(),
            batches)) {
      while (batches.left()) {
        PreparedBatch prepared = pipeline.next(); // throws what ended the batches too early
        Batch batch = batches.launched.remove();
        prepared.forEachPart(
            part -> predict(part, batch.first + part.first(), batch.masters.results));
        pipeline.recycle(prepared);
      }
    }
    return batches.count;
  }

  /**
   * A batch that is sampled.
   *
   * @param first number of its first master among these
   */
  private record Batch(Masters masters, int first) {}

  /** The batches of all masters, one after the other. */
  private final class Batches implements Iterator<BatchTask> {
    private final Iterator<Masters> all;
    private final Deque<Batch> launched = new ArrayDeque<>();
    private Masters masters = new Masters(0, 0, 0, new long[0], (first, count, l, e) -> {});
    private int next; // of these masters
    private long count;
    private boolean over;

    Batches(Iterator<Masters> all) {
      this.all = all;
    }

    /** True if there are batches to wait for. */
    boolean left() {
      return !over || !launched.isEmpty();
    }

    @Override
    public boolean hasNext() {
      while (next == masters.count && all.hasNext()) {
        masters = all.next();
        count += masters.count;
        next = 0;
      }
      over = next == masters.count;
      return !over;
    }

    @Override
    public BatchTask next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      launched.add(new Batch(masters, next));
      BatchTask task = task(masters, next);
      next += Math.min(parameters.evaluationBatchSize(), masters.count - next);
      return task;
    }
  }

  private void predict(PreparedBatch part, int firstMaster, Results results) {
    ModelSpec spec = session.spec();
    int count = part.vertices().size();
    ByteBuffer logitRows = logits.ofFloats(Math.multiplyExact(count, spec.outputDim()));
    ByteBuffer embeddingRows = embeddings.ofFloats(Math.multiplyExact(count, spec.embeddingDim()));
    context.readLearned(part);
    session.forward(part.batch(), parameterBuffer, logitRows, embeddingRows);
    results.accept(firstMaster, count, logitRows, embeddingRows);
  }

  private BatchTask task(Masters masters, int first) {
    final int count = Math.min(parameters.evaluationBatchSize(), masters.count - first);
    final int batch = first / parameters.evaluationBatchSize();
    long[] vids = new long[count];
    Arrays.setAll(vids, i -> Vid.of(masters.partition, masters.from + first + i));
    return new BatchTask(
            new LabeledVertices(vids, new int[count], limits(masters.times, first, count)),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), TAG, Vid.of(masters.partition, batch)),
            1f)
        .inParts();
  }

  private long[] limits(long[] times, int first, int count) {
    if (!parameters.evaluationRules().ofSeeds()) {
      return new long[0];
    }
    long[] limits = Arrays.copyOfRange(times, first, first + count);
    for (int i = 0; i < count; i++) {
      limits[i] = limits[i] == VertexAttributes.UNKNOWN ? EdgeRule.ALWAYS : limits[i];
    }
    return limits;
  }
}
