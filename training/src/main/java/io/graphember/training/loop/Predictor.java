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
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs a trained model over all masters of a partition, batch by batch. What a vertex gets depends
 * on the graph, the model and the seed, not on the node that computes it.
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
   * Computes results for some masters of a partition.
   *
   * @param from local number of the first
   * @param masters how many
   * @param times time of each of them, before which edges are that it may see, {@link
   *     VertexAttributes#UNKNOWN} for one that may see all; looked at if seeds have times
   */
  public void predict(int partition, int from, int masters, long[] times, Results results) {
    ModelSpec spec = session.spec();
    int batchSize = parameters.evaluationBatchSize();
    int batches = (int) ((masters + (long) batchSize - 1) / batchSize);
    Iterator<BatchTask> tasks =
        IntStream.range(0, batches)
            .mapToObj(b -> task(partition, from, masters, times, b))
            .iterator();
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        context.pipeline(
            spec,
            parameters,
            false,
            session.takesSparse(),
            Optional.empty(),
            new StepTimes(),
            tasks)) {
      for (int b = 0; b < batches; b++) {
        final int firstMaster = b * batchSize;
        PreparedBatch prepared = pipeline.next();
        prepared.forEachPart(part -> predict(part, firstMaster + part.first(), results));
        pipeline.recycle(prepared);
      }
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

  private BatchTask task(int partition, int from, int masters, long[] times, int batch) {
    int first = batch * parameters.evaluationBatchSize();
    int count = Math.min(parameters.evaluationBatchSize(), masters - first);
    long[] vids = new long[count];
    Arrays.setAll(vids, i -> Vid.of(partition, from + first + i));
    return new BatchTask(
            new LabeledVertices(vids, new int[count], limits(times, first, count)),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), TAG, Vid.of(partition, batch)),
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
