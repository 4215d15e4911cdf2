// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.store.GraphPartition;
import io.graphember.ignite.NodeError;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.CachePeekMode;

/**
 * The slabs of a node, by job. Slabs are loaded from this node's own primary copies when a job
 * opens, and freed when it ends. Safe for use by several threads.
 */
public final class LiveStore {
  private final Ignite ignite;
  private final MemoryBudget budget;
  private final Map<Long, LiveJob> jobs = new ConcurrentHashMap<>();

  /** An empty store. */
  @Inject
  public LiveStore(Ignite ignite, MemoryBudget budget) {
    this.ignite = ignite;
    this.budget = budget;
  }

  /**
   * Loads the partitions that the plan gives to this node.
   *
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER} if a block is not in this
   *     node's primary copies: the topology has moved on, plan again; or the memory budget does not
   *     suffice. Nothing is held then.
   */
  public void open(JobPlan plan) {
    GraphInfo graph = plan.graph();
    UUID self = ignite.cluster().localNode().id();
    long bytes = 0;
    for (int p = 0; p < plan.owners().length; p++) {
      bytes += plan.owners()[p].equals(self) ? graph.slabBytes().get(p) : 0;
    }
    LiveJob job = new LiveJob(plan, budget.take(bytes, "The slabs of graph " + graph.name()));
    jobs.put(plan.job(), job);
    try {
      IgniteCache<Long, byte[]> blocks = ignite.cache(graph.cache());
      for (int p = 0; p < plan.owners().length; p++) {
        if (plan.owners()[p].equals(self)) {
          job.put(load(blocks, p, job));
        }
      }
    } catch (RuntimeException e) {
      release(plan.job());
      throw e;
    }
  }

  private static GraphPartition load(IgniteCache<Long, byte[]> blocks, int number, LiveJob job) {
    int[] featureDims =
        job.graph().vertexTypes().stream().mapToInt(GraphInfo.Vertices::featureDim).toArray();
    return GraphPartition.load(
        number,
        featureDims,
        key -> {
          byte[] block = blocks.localPeek(key, CachePeekMode.PRIMARY);
          if (block == null) {
            throw new GraphemberException(
                NodeError.NOT_OWNER,
                "This node does not hold the primary copy of partition %d of graph %s."
                    .formatted(number, job.graph().name()));
          }
          return block;
        },
        job);
  }

  /**
   * A job that is open here.
   *
   * @param epoch placement epoch of the request
   * @throws GraphemberException with code {@link NodeError#NOT_OWNER}
   */
  public LiveJob get(long job, int epoch) {
    LiveJob live = jobs.get(job);
    if (live == null || live.plan().epoch() != epoch) {
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "Placement epoch %d of job %d is not open on this node.".formatted(epoch, job));
    }
    return live;
  }

  /** A job that is open here, or null. */
  public LiveJob find(long job) {
    return jobs.get(job);
  }

  /** Frees the slabs of a job; the job as it was, or null if it was not open. */
  public LiveJob release(long job) {
    LiveJob live = jobs.remove(job);
    if (live != null) {
      live.free();
    }
    return live;
  }

  /** Frees what jobs of a coordinator hold that is gone. */
  public void releaseOf(UUID coordinator) {
    for (LiveJob live : jobs.values()) {
      if (live.plan().coordinator().equals(coordinator)) {
        release(live.plan().job());
      }
    }
  }

  /** Number of jobs that hold slabs here. */
  public int openJobs() {
    return jobs.size();
  }
}
