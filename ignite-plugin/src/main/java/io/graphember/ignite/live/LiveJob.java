// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.NodeCounts;
import io.graphember.graph.GraphError;
import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.SumRequest;
import io.graphember.graph.store.GraphPartition;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.sync.JobSums;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one node holds of one job: its slabs, what it has served, whether the job should stop.
 * Answers requests of the job's placement epoch, whatever Ignite has moved meanwhile.
 *
 * <p>Safe for use by several threads.
 */
public final class LiveJob implements Cancellation {
  private final JobPlan plan;
  private final GraphInfo graph;
  private final JobSettings settings;
  private final MemoryBudget.Reservation reservation;
  private final GraphPartition[] partitions;
  private final ResidentPartition[] residents;
  private final JobSums sums;
  private final int localTrainers;
  private final LongAdder rowsServed = new LongAdder();
  private final BatchCounts batches = new BatchCounts();
  private final LongAdder bytesMoved = new LongAdder();
  private final LongAdder trainers = new LongAdder();
  private volatile boolean cancelled;

  LiveJob(JobPlan plan, MemoryBudget.Reservation reservation, UUID self) {
    this.plan = plan;
    this.graph = plan.graph();
    this.settings = plan.settings();
    this.reservation = reservation;
    this.partitions = new GraphPartition[plan.owners().length];
    this.residents = new ResidentPartition[partitions.length];
    this.sums = new JobSums(plan.trainers().length);
    this.localTrainers = (int) Arrays.stream(plan.trainers()).filter(self::equals).count();
  }

  /** The plan of the job. */
  public JobPlan plan() {
    return plan;
  }

  /** The graph of the job. */
  public GraphInfo graph() {
    return graph;
  }

  /** The job's settings. */
  public JobSettings settings() {
    return settings;
  }

  /** Rounds of the job's collective. */
  public JobSums sums() {
    return sums;
  }

  /** Trainers that the plan gives to this node. */
  int localTrainers() {
    return localTrainers;
  }

  /** True if every partition of the job has the feature rows of its mirrors too. */
  public boolean mirrored() {
    return partitions.length == 1 || replicatesBoundary();
  }

  boolean replicatesBoundary() {
    return settings.training().replicateBoundary()
        && graph.vertexTypes().size() == 1
        && graph.featureDim() > 0;
  }

  /** Takes more of the memory budget. */
  void grow(long bytes) {
    reservation.grow(bytes);
  }

  void put(GraphPartition partition) {
    residents[partition.number()] =
        new ResidentPartition(
            partition.number(), partition.topology(), partition.edgeData(), reservation);
    partitions[partition.number()] = partition;
  }

  /** Numbers of the partitions held here. */
  public int[] held() {
    List<Integer> held = new ArrayList<>();
    for (int p = 0; p < partitions.length; p++) {
      if (partitions[p] != null) {
        held.add(p);
      }
    }
    return held.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * A partition held here.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public GraphPartition partition(int number) {
    GraphPartition partition =
        number >= 0 && number < partitions.length ? partitions[number] : null;
    if (partition == null) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "This node does not own partition %d of graph %s in placement epoch %d of job %d."
              .formatted(number, graph.name(), plan.epoch(), plan.job()));
    }
    return partition;
  }

  /**
   * A partition held here, as operators of sampling read it.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public ResidentPartition resident(int number) {
    partition(number);
    return residents[number];
  }

  /** Answers requests to partitions held here. */
  public <R extends PartitionReply> List<R> answer(List<? extends PartitionRequest<R>> requests) {
    List<R> replies = new ArrayList<>(requests.size());
    for (PartitionRequest<R> request : requests) {
      replies.add(request.answer(resident(request.partition())));
    }
    return replies;
  }

  /** Copies feature rows out. */
  public List<float[]> rows(List<RowRequest> requests) {
    List<float[]> replies = new ArrayList<>(requests.size());
    for (RowRequest request : requests) {
      RowSlab slab = partition(request.partition()).features();
      replies.add(copy(slab, request));
      rowsServed.add(request.rows().length);
    }
    return replies;
  }

  private static float[] copy(RowSlab slab, RowRequest request) {
    final int dim = slab.dim();
    final int[] rows = request.rows();
    float[] out = new float[Math.multiplyExact(rows.length, dim)];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0 || rows[i] >= slab.rows()) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request names row %d, partition %d has %d rows."
                .formatted(rows[i], request.partition(), slab.rows()));
      }
      slab.read(rows[i], out, i * dim);
    }
    return out;
  }

  /** Adds feature rows up. */
  public List<float[]> sums(List<SumRequest> requests) {
    List<float[]> replies = new ArrayList<>(requests.size());
    for (SumRequest request : requests) {
      GraphPartition partition = partition(request.partition());
      replies.add(request.answer(partition.topology(), partition.features()));
      rowsServed.add(request.rows(partition.topology()));
    }
    return replies;
  }

  /** What assembling batches here has cost and spared. */
  public BatchCounts batches() {
    return batches;
  }

  /** Counts bytes that trainers here exchanged with other nodes. */
  public void moved(long bytes) {
    bytesMoved.add(bytes);
  }

  /** Counts a trainer that runs here. */
  public void trainerStarted() {
    trainers.increment();
  }

  /** Asks the job's work on this node to stop. */
  public void cancel() {
    cancelled = true;
  }

  @Override
  public boolean requested() {
    return cancelled;
  }

  /** What this node did for the job. */
  public NodeCounts counts(String node) {
    long rows = 0;
    for (GraphPartition partition : partitions) {
      for (RowSlab slab : partition == null ? List.<RowSlab>of() : partition.featuresByType()) {
        rows += slab == null ? 0 : slab.rows();
      }
    }
    return new NodeCounts(
        node,
        held(),
        trainers.intValue(),
        rows,
        gathers(),
        rowsServed.sum(),
        bytesMoved.sum(),
        batches.bytesSpared());
  }

  private long gathers() {
    long gathers = 0;
    for (ResidentPartition resident : residents) {
      gathers += resident == null ? 0 : resident.gathers();
    }
    return gathers;
  }

  void free() {
    cancelled = true;
    Arrays.fill(partitions, null);
    Arrays.fill(residents, null);
    reservation.close();
  }
}
