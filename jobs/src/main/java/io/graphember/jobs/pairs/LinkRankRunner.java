// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.GraphInfo;
import io.graphember.inference.pairs.PairRanks;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.op.Direction;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.triple.End;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Ranks held-out edges among all vertices by the embeddings that a job has written, those that make
 * an edge of the same type left out ("filtered": Bordes et al., NIPS 2013, section 4.2). Safe for
 * use by several threads.
 */
final class LinkRankRunner {
  private static final long GROUP_BYTES = 64L << 20;

  private final Caches caches;
  private final NodeCalls calls;
  private final NodeThreads threads;
  private final EmbeddingRows rows;

  @Inject
  LinkRankRunner(Caches caches, NodeCalls calls, NodeThreads threads, EmbeddingRows rows) {
    this.caches = caches;
    this.calls = calls;
    this.threads = threads;
    this.rows = rows;
  }

  /**
   * Ranks edges at each end that the job asks for.
   *
   * @param embeddings caches with the embeddings
   * @param parameters flat, of the model that the embeddings are of
   * @param edges by type
   * @return ranks of the edges of each type
   */
  List<RankSums> run(LiveJob job, VertexCaches embeddings, float[] parameters, TypedEdges edges) {
    final List<RankSums> sums =
        new ArrayList<>(Collections.nCopies(job.graph().edgeTypes().size(), RankSums.NONE));
    try (MemoryBudget.Reservation kept = take(job, 0)) {
      final Ranking ranking =
          new Ranking(
              job,
              embeddings,
              new Scorers(job, parameters),
              KnownGraphTriples.of(caches, calls, job, kept, () -> take(job, 0)),
              sums);
      final LinkSettings links = (LinkSettings) job.settings().ofModel().task();
      for (Direction direction : links.replaced().directions()) {
        ranking.rank(edges, direction == Direction.OUT ? End.TAIL : End.HEAD);
      }
    }
    return sums;
  }

  private static MemoryBudget.Reservation take(LiveJob job, long bytes) {
    return job.budget().take(bytes, "Job %d, to rank edges,".formatted(job.plan().job()));
  }

  /** The scorers of a model, by relation. */
  private static final class Scorers {
    private final ModelSpec spec;
    private final float[] parameters;
    private final Map<Integer, PairScorer> forward = new HashMap<>();
    private final Map<Integer, PairScorer> reversed = new HashMap<>();

    Scorers(LiveJob job, float[] parameters) {
      this.spec = job.settings().ofModel().spec(job.task().shape());
      this.parameters = parameters;
    }

    /** The scorer whose heads are the ends that stay. */
    PairScorer of(int edgeType, End missing) {
      final PairScorer scorer =
          forward.computeIfAbsent(edgeType, type -> PairScorer.of(spec, parameters, type));
      return missing == End.TAIL
          ? scorer
          : reversed.computeIfAbsent(edgeType, type -> scorer.reversed());
    }
  }

  /** Ranks of one job. */
  private final class Ranking {
    private final LiveJob job;
    private final VertexCaches embeddings;
    private final Scorers scorers;
    private final KnownGraphTriples known;
    private final List<RankSums> sums;

    Ranking(
        LiveJob job,
        VertexCaches embeddings,
        Scorers scorers,
        KnownGraphTriples known,
        List<RankSums> sums) {
      this.job = job;
      this.embeddings = embeddings;
      this.scorers = scorers;
      this.known = known;
      this.sums = sums;
    }

    /** Edges whose missing ends are of one vertex type meet its vertices together. */
    void rank(TypedEdges edges, End missing) {
      final Map<Integer, List<Integer>> byType = new TreeMap<>();
      for (int edge = 0; edge < edges.size(); edge++) {
        byType
            .computeIfAbsent(vertexType(edges.types()[edge], missing), type -> new ArrayList<>())
            .add(edge);
      }
      final int width = scorers.of(0, missing).width();
      final int group = (int) Math.max(1, GROUP_BYTES / (3L * Float.BYTES * width));
      byType.forEach(
          (type, all) -> {
            for (int from = 0; from < all.size(); from += group) {
              final int[] some =
                  all.subList(from, Math.min(all.size(), from + group)).stream()
                      .mapToInt(Integer::intValue)
                      .toArray();
              try (MemoryBudget.Reservation memory =
                  take(
                      job,
                      3L * Float.BYTES * width * some.length
                          + PairRanks.bytes(width, some.length, threads.workers().count()))) {
                rank(edges, some, type, missing);
              }
            }
          });
    }

    private int vertexType(int edgeType, End end) {
      final GraphInfo.Edges type = job.graph().edgeTypes().get(edgeType);
      return job.graph().vertexType(end == End.HEAD ? type.source() : type.destination());
    }

    private void rank(TypedEdges edges, int[] some, int type, End missing) {
      final long[] stay = ids(edges, some, missing.other());
      final long[] asked = ids(edges, some, missing);
      final int[] edgeTypes = Arrays.stream(some).map(edge -> edges.types()[edge]).toArray();
      final int[] partitions = IntStream.range(0, job.graph().partitions()).toArray();
      final int[] counts =
          new PairRanks(scorers.of(0, missing), threads.workers(job.quota()), job)
              .<Object>counts(
                  heads(edgeTypes, missing, stay),
                  rows.of(job, embeddings, type, asked),
                  leftOut(edgeTypes, missing, stay, asked),
                  rows.all(job, embeddings, type, partitions));
      for (int i = 0; i < some.length; i++) {
        final int edgeType = edgeTypes[i];
        final int at = PairRanks.FIGURES * i;
        sums.set(edgeType, sums.get(edgeType).plus(counts[at], counts[at + 1], counts[at + 2]));
      }
    }

    private static long[] ids(TypedEdges edges, int[] some, End end) {
      final long[] all = end == End.HEAD ? edges.sources() : edges.destinations();
      return Arrays.stream(some).mapToLong(edge -> all[edge]).toArray();
    }

    /** Prepared rows of the ends that stay; those of one vertex type are read together. */
    private float[] heads(int[] edgeTypes, End missing, long[] stay) {
      final Map<Integer, List<Integer>> byType = new TreeMap<>();
      for (int i = 0; i < stay.length; i++) {
        byType
            .computeIfAbsent(vertexType(edgeTypes[i], missing.other()), type -> new ArrayList<>())
            .add(i);
      }
      final int width = scorers.of(0, missing).width();
      final float[] heads = new float[stay.length * width];
      byType.forEach(
          (type, places) -> {
            final long[] ids = places.stream().mapToLong(place -> stay[place]).toArray();
            final float[][] found = rows.of(job, embeddings, type, ids);
            for (int i = 0; i < found.length; i++) {
              final int place = places.get(i);
              scorers.of(edgeTypes[place], missing).head(found[i], heads, place * width);
            }
          });
      return heads;
    }

    /** What makes an edge with each end that stays. */
    private long[][] leftOut(int[] edgeTypes, End missing, long[] stay, long[] asked) {
      final long[][] leftOut = new long[stay.length][];
      int to;
      for (int from = 0; from < stay.length; from = to) { // a run of edges of one type
        to = from + 1;
        while (to < stay.length && edgeTypes[to] == edgeTypes[from]) {
          to++;
        }
        final long[][] some =
            known.leftOut(
                missing,
                edgeTypes[from],
                Arrays.copyOfRange(stay, from, to),
                Arrays.copyOfRange(asked, from, to));
        System.arraycopy(some, 0, leftOut, from, some.length);
      }
      return leftOut;
    }
  }
}
