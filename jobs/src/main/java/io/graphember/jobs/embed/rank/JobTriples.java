// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.pairs.KnownGraphTriples;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteRowTransport;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.triple.End;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.embedding.triple.EntityScores;
import io.graphember.training.embedding.triple.TriplePlan;
import io.graphember.training.embedding.triple.TripleQueries;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What it takes to ask all entities of a job about its triples: rows, what is known, and the nodes
 * that have the entities. Used by one thread.
 */
public final class JobTriples implements AutoCloseable {
  private static final int QUERIES_AT_ONCE = 512;

  /** Most floats of the queries of a message, if there are several: 4 MiB. */
  private static final int FLOATS_AT_ONCE = 1 << 20;

  private final NodeCalls calls;
  private final LiveJob job;
  private final RemoteRowTransport transport;
  private final MemoryBudget.Reservation kept;
  private final KnownGraphTriples known;

  /** Of a job whose tables are open; reads the triples that are held out. */
  public JobTriples(Caches caches, NodeCalls calls, LiveJob job) {
    this.calls = calls;
    this.job = job;
    this.transport = new RemoteRowTransport(calls, job);
    this.kept = take(job);
    try {
      this.known = KnownGraphTriples.of(caches, calls, job, kept, () -> take(job));
    } catch (RuntimeException | Error e) { // a full heap must not keep the memory too
      kept.close();
      throw e;
    }
  }

  private static MemoryBudget.Reservation take(LiveJob job) {
    return job.budget().take(0, "Job %d, for its triples,".formatted(job.plan().job()));
  }

  /** The plan of the job, whose embeddings are of triples. */
  private static TriplePlan plan(LiveJob job) {
    return ((EmbeddingPlan.Triples) LiveTables.parameters(job).plan()).plan();
  }

  /** Makes queries. */
  public TripleQueries queries() {
    return queries(calls, job);
  }

  /** What makes queries, without what is known. */
  public static TripleQueries queries(NodeCalls calls, LiveJob job) {
    return new TripleQueries(
        plan(job),
        new RemoteRowTransport(calls, job),
        job.graph().partitions(),
        TrainerRunner.replies(job));
  }

  /** The triples of the graph. */
  public KnownGraphTriples known() {
    return known;
  }

  /** Hosts of entities. */
  public int hosts() {
    return transport.hosts();
  }

  /** Asks a host, in the pool for short work. */
  public <R> CompletableFuture<R> ask(int host, Message<R> message) {
    return calls.send(transport.node(host), NodeThreads.STORAGE_EXECUTOR, message);
  }

  /** Most queries of a message. */
  public int most() {
    return Math.max(1, Math.min(QUERIES_AT_ONCE, FLOATS_AT_ONCE / plan(job).dim()));
  }

  /** Vertex type of the entities at an end of the triples of a relation. */
  public static int vertexType(GraphInfo graph, int relation, End end) {
    final GraphInfo.Edges type = graph.edgeTypes().get(relation);
    return graph.vertexType(end == End.HEAD ? type.source() : type.destination());
  }

  /** The entities of this node. */
  public static EntityScores entities(LiveJob job) {
    return new EntityScores(plan(job), job.tables().host(), job);
  }

  /** Rows of a vertex type in a partition: masters are in the order of their types. */
  public static int[] range(LiveJob job, int partition, int type) {
    final List<KeyColumn> keys = job.partition(partition).keysByType();
    final int from = keys.stream().limit(type).mapToInt(KeyColumn::size).sum();
    return new int[] {from, from + keys.get(type).size()};
  }

  @Override
  public void close() {
    kept.close();
  }
}
