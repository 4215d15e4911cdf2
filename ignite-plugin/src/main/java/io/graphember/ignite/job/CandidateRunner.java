// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Candidates;
import io.graphember.client.api.Vector;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.inference.pairs.CandidateSearch;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;

/**
 * Finds the best candidates of vertices among all that have an embedding, where the embeddings are:
 * heads are those of some partitions of their cache, in general this node's, and all others pass by
 * once a group of heads. Safe for use by several threads.
 */
public final class CandidateRunner {
  private static final long GROUP_BYTES = 64L << 20;
  private static final int KEY_BYTES = 64; // an object, and often a string, in several collections

  private final Ignite ignite;
  private final NodeThreads threads;
  private final MemoryBudget budget;

  @Inject
  CandidateRunner(Ignite ignite, NodeThreads threads, MemoryBudget budget) {
    this.ignite = ignite;
    this.threads = threads;
    this.budget = budget;
  }

  /**
   * Writes {@link Candidates} by key.
   *
   * @param embeddings cache with the embeddings
   * @param candidates cache for the candidates
   * @param partitions of the first cache, whose vertices are heads
   * @param parameters flat, of the model that the embeddings are of
   * @return number of heads
   * @throws io.graphember.spi.error.GraphemberException if the search does not fit the memory
   *     budget, or the job is cancelled
   */
  long run(
      LiveJob job, String embeddings, String candidates, int[] partitions, float[] parameters) {
    PairScorer scorer = PairScorer.of(job.settings().spec(job.task().shape()), parameters);
    return this.<Long>run(job, scorer, embeddings, candidates, partitions);
  }

  /** Keys are of one class, whichever it is. */
  private <K extends Comparable<K>> long run(
      LiveJob job, PairScorer scorer, String embeddings, String candidates, int[] partitions) {
    final int most = job.settings().inference().candidates();
    final int workers = threads.workers().count();
    final long perHead = CandidateSearch.bytes(scorer.width(), most, 1, 0, KEY_BYTES);
    final int group = (int) Math.max(1, GROUP_BYTES / perHead);
    IgniteCache<K, Vector> cache = ignite.cache(embeddings);
    final int all = ignite.affinity(embeddings).partitions();
    try (MemoryBudget.Reservation memory =
            budget.take(
                CandidateSearch.bytes(scorer.width(), most, group, workers, KEY_BYTES),
                "Job %d, to search for candidates,".formatted(job.plan().job()));
        CacheWriter<Candidates> writer = CacheWriter.of(ignite, candidates)) {
      long heads =
          new CandidateSearch<K>(
                  scorer,
                  most,
                  group,
                  threads.workers(),
                  job,
                  rows(cache, IntStream.range(0, all).toArray()),
                  (key, best) -> writer.add(key, () -> Candidates.of(key.getClass(), best)))
              .run(rows(cache, partitions));
      writer.complete();
      return heads;
    }
  }

  private static <K> CandidateSearch.Rows<K> rows(IgniteCache<K, Vector> cache, int[] partitions) {
    return consumer -> {
      for (int partition : partitions) {
        try (QueryCursor<Cache.Entry<K, Vector>> rows =
            cache.query(new ScanQuery<K, Vector>().setPartition(partition))) {
          rows.forEach(entry -> consumer.accept(entry.getKey(), entry.getValue().values()));
        }
      }
    };
  }
}
