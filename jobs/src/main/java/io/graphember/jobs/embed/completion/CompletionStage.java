// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.publish.Publications;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobNodes;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.embedding.CompletionSettings;
import io.graphember.training.job.task.GraphShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * What a job of embeddings of triples publishes beside the rows of entities: rows of relations, and
 * what completes triples. Used by the coordinator's thread.
 */
public final class CompletionStage {
  /** Kind of completions. */
  public static final String COMPLETIONS = "completions";

  private static final String RELATIONS = "relations";

  private static final long COMPLETION_BYTES = 40; // a number, a score, and a word

  private final CompletionSettings asked;
  private final GraphInfo graph;
  private final byte[] given;
  private final int relationFloats; // 0 if rows of relations are not published
  private final long queries;

  /**
   * A stage that has not begun.
   *
   * @param given queries that the client has sent, not trusted; empty for none
   * @param plan what is trained
   * @throws io.graphember.spi.error.GraphemberException if the queries are malformed, or name a
   *     relation that the graph does not have
   */
  public CompletionStage(JobSettings settings, GraphInfo graph, byte[] given, EmbeddingPlan plan) {
    this.asked = settings.embed().completion();
    this.graph = graph;
    this.given = given;
    this.relationFloats =
        plan instanceof EmbeddingPlan.Triples triples && settings.job().publish().embeddings()
            ? triples.plan().relationFloats()
            : 0;
    this.queries = queries();
  }

  /** True if triples are completed. */
  public boolean completes() {
    return asked.best() > 0;
  }

  private long queries() {
    if (!completes()) {
      return 0;
    }
    final long about =
        asked.queries() == null
            ? graph.vertices() * relations(graph, asked).length
            : GivenQueries.of(graph, given).count();
    return about * asked.ends().all().size();
  }

  /** Numbers of the relations that are asked about. */
  static int[] relations(GraphInfo graph, CompletionSettings asked) {
    final List<String> names = graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList();
    return asked.relations().isEmpty()
        ? IntStream.range(0, names.size()).toArray()
        : asked.relations().stream()
            .mapToInt(name -> GraphShape.edgeType(names, "completion.relations", name))
            .toArray();
  }

  /** What the caches of what is published take, at most. */
  public List<Demand> demands() {
    final List<Demand> demands = new ArrayList<>();
    if (completes()) {
      final GraphInfo.Vertices type = graph.vertexTypes().get(0);
      final long longest = type.keyLengths().longest();
      demands.add(
          new Demand(
              queries,
              VertexResults.ENTRY_BYTES
                  + longest
                  + names()
                  + asked.best() * (COMPLETION_BYTES + longest),
              CacheNames.publicationPartitions(queries)));
    }
    if (relationFloats > 0) {
      final int relations = graph.edgeTypes().size();
      demands.add(
          new Demand(
              relations,
              VertexResults.ENTRY_BYTES + names() + (long) Float.BYTES * relationFloats,
              CacheNames.publicationPartitions(relations)));
    }
    return demands;
  }

  private long names() {
    return VertexResults.longest(graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList());
  }

  /** Adds what is published. */
  public void add(Publications publications) {
    if (completes()) {
      publications.addPairs(COMPLETIONS, new PairTypes(EdgeRule.ANY_TYPE, 0, 0), queries);
    }
    if (relationFloats > 0) {
      publications.addNamed(RELATIONS, graph.edgeTypes().size());
    }
  }

  /**
   * Refuses queries about entities that the graph does not have.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#VERTEX_UNKNOWN}
   */
  public void requireFound(JobNodes nodes, JobAttempts attempts, long job) {
    if (given.length == 0) {
      return;
    }
    final GivenQueries all = GivenQueries.of(graph, given);
    final BitSet found = new BitSet();
    for (int[] some :
        attempts.await(
            nodes,
            toOwners(nodes, new CompletionMessages.Find(job, nodes.plan().epoch(), given)))) {
      for (int query : some) {
        found.set(query);
      }
    }
    final int missing = found.nextClearBit(0);
    if (missing < all.count()) {
      throw GivenQueries.unknown(graph, all.entities().stringAt(missing));
    }
  }

  /** Has a node write the rows of relations, if they are published. */
  public void publishRelations(
      JobNodes nodes, JobAttempts attempts, long job, Publications publications) {
    if (relationFloats > 0) {
      final CompletableFuture<Done> written =
          nodes.send(
              nodes.owners().iterator().next(),
              new CompletionMessages.WriteRelations(
                  job, nodes.plan().epoch(), publications.cacheOf(RELATIONS)));
      attempts.await(nodes, List.of(written));
    }
  }

  /** Has all nodes write what completes triples, see {@link #completes}. */
  public void complete(JobNodes nodes, JobAttempts attempts, long job, Publications publications) {
    attempts.await(
        nodes,
        toOwners(
            nodes,
            new CompletionMessages.Complete(
                job, nodes.plan().epoch(), publications.cacheOf(COMPLETIONS), given)));
  }

  private static <R> List<CompletableFuture<R>> toOwners(JobNodes nodes, Message<R> message) {
    final List<CompletableFuture<R>> sent = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      sent.add(nodes.send(owner, message));
    }
    return sent;
  }
}
