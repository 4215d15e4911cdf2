// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.Candidates;
import io.graphember.inference.pairs.CandidateSearch;
import io.graphember.inference.pairs.GraphPairs;
import io.graphember.inference.pairs.IndexedTails;
import io.graphember.inference.pairs.KnownPairs;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.ScannedTails;
import io.graphember.inference.pairs.TailSearch;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.op.Direction;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Finds the best candidates of vertices among all of a type: heads are the masters of the
 * partitions whose results this node computes; all others pass by once a group of heads, or are in
 * an index. Safe for use by several threads.
 */
public final class CandidateRunner {
  private static final long GROUP_BYTES = 64L << 20;
  private static final int KEY_BYTES = 64; // an object, and often a string, in several collections

  private final Caches caches;
  private final NodeCalls calls;
  private final NodeThreads threads;
  private final EmbeddingRows rows;

  @Inject
  CandidateRunner(Caches caches, NodeCalls calls, NodeThreads threads, EmbeddingRows rows) {
    this.caches = caches;
    this.calls = calls;
    this.threads = threads;
    this.rows = rows;
  }

  /**
   * Writes {@link Candidates} by key.
   *
   * @param embeddings caches with the embeddings
   * @param candidates cache for the candidates
   * @param parameters flat, of the model that the embeddings are of
   * @throws io.graphember.spi.error.GraphemberException if the search does not fit the memory
   *     budget, or the job is cancelled
   */
  void run(LiveJob job, VertexCaches embeddings, String candidates, float[] parameters) {
    PairTypes types = PairTypes.of(job);
    PairScorer scorer = ScoreRunner.scorer(job, types, parameters);
    final int most = job.settings().infer().inference().candidates();
    final long perHead = CandidateSearch.bytes(scorer.width(), most, KEY_BYTES);
    final int group = (int) Math.max(1, GROUP_BYTES / perHead);
    try (MemoryBudget.Reservation memory = take(job, group * perHead);
        ResultWriter<Candidates> writer = caches.writer(candidates);
        MemoryBudget.Reservation lists = take(job, 0);
        GraphPairs neighbors =
            new GraphPairs(
                new RemoteStorage(calls, job).partitions(() -> 0),
                TrainerRunner.replies(job),
                Direction.OUT,
                types.edgeType(),
                take(job, 0))) {
      this.<Long>search(
          job,
          types,
          scorer,
          group,
          memory,
          embeddings,
          job.settings().infer().inference().excludeNeighbors()
              ? known(job, neighbors, types, lists)
              : KnownPairs.NONE,
          writer);
      writer.complete();
    }
  }

  private KnownPairs known(
      LiveJob job, GraphPairs neighbors, PairTypes types, MemoryBudget.Reservation lists) {
    return job.graph().heldOutEdges() == 0
        ? neighbors
        : new SourceNeighbors(
            neighbors, new StoredHeldOutEdges(caches, job.graph(), job), types.edgeType(), lists);
  }

  private MemoryBudget.Reservation take(LiveJob job, long bytes) {
    return job.budget()
        .take(bytes, "Job %d, to search for candidates,".formatted(job.plan().job()));
  }

  /** Keys of candidates are of one class, whichever it is. */
  private <T extends Comparable<T>> void search(
      LiveJob job,
      PairTypes types,
      PairScorer scorer,
      int group,
      MemoryBudget.Reservation memory,
      VertexCaches embeddings,
      KnownPairs known,
      ResultWriter<Candidates> writer) {
    final int[] all = IntStream.range(0, job.graph().partitions()).toArray();
    final int[] here =
        Arrays.stream(all).filter(p -> job.plan().predictors()[p].equals(calls.self())).toArray();
    final KeyKind keys = job.graph().vertexTypes().get(types.tail()).keys();
    new CandidateSearch<Object, T>(
            scorer,
            job.settings().infer().inference().candidates(),
            group,
            this.<T>tails(job, scorer, rows.all(job, embeddings, types.tail(), all), memory),
            known,
            (key, best) -> writer.add(key, () -> Candidates.of(keys, best)))
        .run(rows.all(job, embeddings, types.head(), here));
  }

  private <T extends Comparable<T>> TailSearch<T> tails(
      LiveJob job,
      PairScorer scorer,
      CandidateSearch.Rows<T> all,
      MemoryBudget.Reservation memory) {
    final InferenceSettings inference = job.settings().infer().inference();
    final Workers workers = threads.workers(job.quota());
    if (inference.search() == InferenceSettings.Search.EXACT) {
      memory.grow(ScannedTails.bytes(scorer.width(), workers.count()));
      return new ScannedTails<>(scorer, all, workers, job);
    }
    final RowIndexBuilder builder =
        RowIndexBuilder.installed()
            .orElseThrow(
                () ->
                    new GraphemberException(
                        NodeError.INFERENCE_ENGINE_MISSING,
                        "inference.search = index: this node has no graphember-inference-jvector; put it into the plugin's folder, or leave the setting out."));
    return IndexedTails.of(
        scorer, inference.candidates(), all, builder, workers, job, memory, KEY_BYTES);
  }
}
