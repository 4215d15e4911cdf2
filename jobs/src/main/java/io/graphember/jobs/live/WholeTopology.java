// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The topology of a whole graph in this node: that of its own partitions as it lies, of others a
 * copy, which lasts as long as the job is here. Whatever is drawn, nobody is asked (GraphScale,
 * section 3.1). Safe for use by several threads.
 */
public final class WholeTopology implements PartitionClient {
  private final LiveJob job;
  private final ResidentPartition[] partitions;
  private final int[] copied;
  private final Map<Boolean, Optional<JoinedLists>> joined = new HashMap<>(); // by direction

  private WholeTopology(LiveJob job, ResidentPartition[] partitions, int[] copied) {
    this.job = job;
    this.partitions = partitions;
    this.copied = copied;
  }

  /**
   * Reads what other nodes have.
   *
   * @param loader reads what is drawn from of a partition
   * @throws GraphemberException if it does not fit the memory budget, or the job is freed
   */
  static WholeTopology load(LiveJob job, IntFunction<GraphPartition.Drawn> loader) {
    final int count = job.graph().partitions();
    final int[] missing = IntStream.range(0, count).filter(number -> !job.holds(number)).toArray();
    final MemoryBudget.Reservation memory =
        job.budget()
            .take(
                bytes(job, missing),
                "Job %d with sampling.topology = trainer, for a copy of the topology of %d partitions of graph %s,"
                    .formatted(job.plan().job(), missing.length, job.graph().name()));
    if (!job.keep(memory)) {
      throw LiveStore.stopped(job.plan());
    }
    final ResidentPartition[] partitions = new ResidentPartition[count];
    for (int p : missing) {
      job.check();
      partitions[p] = copy(p, loader, memory);
    }
    for (int p = 0; p < count; p++) {
      partitions[p] = partitions[p] == null ? job.resident(p) : partitions[p];
    }
    return new WholeTopology(job, partitions, missing);
  }

  private static ResidentPartition copy(
      int number, IntFunction<GraphPartition.Drawn> loader, MemoryBudget.Reservation memory) {
    final GraphPartition.Drawn drawn = loader.apply(number);
    return new ResidentPartition(
        number, drawn.topology(), drawn.edgeData(), drawn.vertexData(), memory);
  }

  /** What partitions take in a node, but for feature rows. */
  private static long bytes(LiveJob job, int[] numbers) {
    final List<Long> features = job.graph().partitionSizes().featureBytes();
    return IntStream.of(numbers)
        .mapToLong(p -> job.graph().slabBytes().get(p) - (features.isEmpty() ? 0 : features.get(p)))
        .sum();
  }

  @Override
  public int partitions() {
    return partitions.length;
  }

  @Override
  public int hosts() {
    return 1;
  }

  @Override
  public int host(int partition) {
    return 0;
  }

  @Override
  public Optional<ResidentPartition> resident(int partition) {
    return Optional.of(partitions[partition]);
  }

  /** Edges that were drawn of copies. */
  long sampledEdges() {
    return IntStream.of(copied).mapToLong(p -> partitions[p].sampledEdges()).sum();
  }

  @Override
  public synchronized Optional<JoinedLists> joined(boolean in) {
    return copied.length == 0 ? job.joined(in) : joined.computeIfAbsent(in, this::join);
  }

  /** If half of the memory that is free holds them. */
  private Optional<JoinedLists> join(boolean in) {
    final var topologies = List.of(partitions).stream().map(ResidentPartition::topology).toList();
    final MemoryBudget budget = job.budget();
    return JoinedLists.bytes(topologies)
        .filter(bytes -> bytes <= (budget.limitBytes() - budget.takenBytes()) / 2)
        .filter(this::take)
        .map(bytes -> JoinedLists.of(topologies, in));
  }

  private boolean take(long bytes) {
    try {
      return job.keep(
          job.budget().take(bytes, "Job %d, for joined lists,".formatted(job.plan().job())));
    } catch (GraphemberException e) { // a job can do without
      return false;
    }
  }

  @Override
  public <R extends PartitionReply> CompletableFuture<List<R>> ask(
      int host, List<? extends PartitionRequest<R>> requests) {
    final List<R> replies = new ArrayList<>();
    try {
      for (PartitionRequest<R> request : requests) {
        replies.add(request.answer(partitions[request.partition()]));
      }
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return CompletableFuture.completedFuture(replies);
  }
}
