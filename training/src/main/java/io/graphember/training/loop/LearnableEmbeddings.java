// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.engine.VertexTypes;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.Precision;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowInitializer;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TableChange;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.GraphShape;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of vertices without features, learned with the model: they lie in a table, are read
 * after the step before is done, and moved by the optimizer where they lie (GraphScale, section
 * 3.2; DistDGL, III-C). A second table keeps those of the best epoch. Trainers of a job step
 * together, so that the same job gives the same rows on any number of nodes.
 *
 * <p>Used by one thread; each trainer has its own.
 */
public final class LearnableEmbeddings {
  private static final String ROWS = "learned";
  private static final String BEST = "learned-best";

  private final RowTransport transport;
  private final VertexTypes types;
  private final GraphShape shape;
  private final int dim;
  private final int trainer;
  private final Replies replies;
  private final IntArray[] rows; // of a batch, by partition
  private final IntArray[] places; // their numbers in the batch
  private long sequence; // of changes of whole tables

  /**
   * The rows as one trainer sees them.
   *
   * @param types types of vertices
   * @param shape which types are learned
   * @param dim floats of a row
   * @param partitions number of partitions P
   * @param trainer its rank
   */
  public LearnableEmbeddings(
      RowTransport transport,
      VertexTypes types,
      GraphShape shape,
      int dim,
      int partitions,
      int trainer,
      Replies replies) {
    this.transport = transport;
    this.types = types;
    this.shape = shape;
    this.dim = dim;
    this.trainer = trainer;
    this.replies = replies;
    rows = new IntArray[partitions];
    places = new IntArray[partitions];
    for (int p = 0; p < partitions; p++) {
      rows[p] = new IntArray(64);
      places[p] = new IntArray(64);
    }
  }

  /** Names of the tables, in the order of {@link #tables}. */
  public static List<String> names() {
    return List.of(ROWS, BEST);
  }

  /**
   * The tables of a job: its rows, which are uniform at first, of length 1 on the average, and
   * those of the best epoch.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   */
  public static List<TableSpec> tables(JobSettings settings, GraphShape shape, long stepsPerEpoch) {
    final int dim = shape.inputDim(settings.ofModel().model().learnableDim());
    final float bound = (float) Math.sqrt(3.0 / dim);
    final TrainingParameters parameters = TrainingParameters.of(settings, shape);
    return List.of(
        new TableSpec(
            ROWS,
            dim,
            Precision.FLOAT32,
            RowInitializer.uniform(bound, settings.seed()),
            parameters.optimizer().ofRows(stepsPerEpoch, parameters.epochs())),
        best(dim));
  }

  /**
   * The table that has the rows of the best epoch when training is done, and nothing beside them.
   *
   * @param dim floats of a row
   */
  public static TableSpec best(int dim) {
    return new TableSpec(
        BEST,
        dim,
        Precision.FLOAT32,
        RowInitializer.zeros(),
        RowOptimizer.sgd(LearningRate.constant(0)));
  }

  /**
   * Takes the best rows of a partition, which were learned before, for those before the first step.
   */
  public static void begin(TableHost host, int partition) {
    TablePartition best = host.partition(BEST, partition).orElseThrow();
    TablePartition rows = host.partition(ROWS, partition).orElseThrow();
    best.allocate(); // all of them are in the first checkpoint
    rows.mult(0, 0);
    rows.multAdd(best, 1, 0);
  }

  /**
   * Writes the rows of a batch's vertices that are learned, as after the last step.
   *
   * @param vids vertices of the batch by number
   * @param input rows of all vertices of the batch
   */
  void read(long[] vids, FloatBuffer input) {
    deal(vids);
    List<CompletableFuture<List<float[]>>> sent = new ArrayList<>();
    List<List<Integer>> asked = new ArrayList<>();
    for (int host = 0; host < transport.hosts(); host++) {
      List<Integer> partitions = partitions(host);
      if (!partitions.isEmpty()) {
        sent.add(transport.get(host, partitions.stream().map(this::read).toList()));
        asked.add(partitions);
      }
    }
    for (int i = 0; i < sent.size(); i++) {
      List<float[]> read = replies.await(sent.get(i), "learnable embeddings");
      for (int r = 0; r < read.size(); r++) {
        final int p = asked.get(i).get(r);
        for (int row = 0; row < rows[p].size; row++) {
          input.put(places[p].values[row] * dim, read.get(r), row * dim, dim);
        }
      }
    }
  }

  private RowRead read(int partition) {
    return new RowRead(ROWS, partition, rows[partition].toArray(), RowRead.LATEST);
  }

  private void deal(long[] vids) {
    for (int p = 0; p < rows.length; p++) {
      rows[p].size = 0;
      places[p].size = 0;
    }
    for (int i = 0; i < vids.length; i++) {
      if (shape.learned(types.typeOf(vids[i]))) {
        rows[Vid.partition(vids[i])].add(Vid.local(vids[i]));
        places[Vid.partition(vids[i])].add(i);
      }
    }
  }

  /** Partitions of a host that have rows of the batch. */
  private List<Integer> partitions(int host) {
    List<Integer> some = new ArrayList<>();
    for (int p = 0; p < rows.length; p++) {
      if (rows[p].size > 0 && transport.host(p) == host) {
        some.add(p);
      }
    }
    return some;
  }

  /**
   * Sends the gradients of the rows that were read last to the step that all trainers make
   * together.
   *
   * @param step number of the step, from 1
   * @param gradients of all rows of the batch
   * @return done when the step is
   */
  CompletableFuture<Void> contribute(long step, FloatBuffer gradients) {
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < transport.hosts(); host++) {
      List<RowGradients> parts =
          partitions(host).stream().map(p -> gradients(p, gradients)).toList();
      sent.add(transport.contribute(host, trainer, step, parts));
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
  }

  private RowGradients gradients(int partition, FloatBuffer all) {
    float[] values = new float[rows[partition].size * dim];
    for (int i = 0; i < rows[partition].size; i++) {
      all.get(places[partition].values[i] * dim, values, i * dim, dim);
    }
    return new RowGradients(ROWS, partition, rows[partition].toArray(), values);
  }

  /** Waits for a step. */
  void await(CompletableFuture<Void> step) {
    replies.await(step, "the step of all trainers");
  }

  /**
   * Keeps the rows as they are after a step as the best; the first trainer does it, before it
   * contributes to the next step, and the others' contributions wait for its own.
   */
  void keepBest(long step) {
    copy(ROWS, BEST, step);
  }

  /** Brings the best rows back; the first trainer does it, after the last step. */
  void restoreBest(long step) {
    copy(BEST, ROWS, step);
  }

  private void copy(String from, String to, long step) {
    if (trainer == 0) {
      change(TableChange.mult(to, 0, step));
      change(TableChange.multAdd(to, from, 1, step));
    }
  }

  private void change(TableChange change) {
    replies.await(
        transport.change(trainer, sequence++, change), "a change of learnable embeddings");
  }
}
