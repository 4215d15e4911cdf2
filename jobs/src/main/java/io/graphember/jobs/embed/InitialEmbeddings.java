// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.run.JobAttempts;
import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.table.StoredTables;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.embedding.EmbeddingParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The rows that a job starts from: those that another job has left, by key; for vertices that the
 * graph has been given since, the mean of their neighbours. Used by the coordinator's thread.
 */
final class InitialEmbeddings {
  private static final int LOOKS = 100;

  private final StoredEmbedding given;

  private InitialEmbeddings(StoredEmbedding given) {
    this.given = given;
  }

  /**
   * Finds the rows of another job, which stay until the job that asks is released.
   *
   * @param job number of the job that asks
   * @param from name of that other job
   * @param parameters of the job that asks
   * @throws GraphemberException with code {@link NodeError#EMBEDDING_UNKNOWN} or {@link
   *     NodeError#EMBEDDING_MISMATCH}
   */
  static InitialEmbeddings of(
      JobParts parts, long job, GraphInfo graph, String from, EmbeddingParameters parameters) {
    StoredEmbedding given = kept(parts, job, graph, from);
    final String wanted = tables(parameters);
    final String found = tables(given.parameters());
    if (!wanted.equals(found)) {
      throw new GraphemberException(
          NodeError.EMBEDDING_MISMATCH,
          "embedding.from = %s: that job has left %s, this job needs %s; method, proximity and dim must be the same."
              .formatted(from, found, wanted));
    }
    if (given.graph().version() != graph.version() && !parts.graphs().has(given.graph())) {
      throw new GraphemberException(
          NodeError.EMBEDDING_MISMATCH,
          "embedding.from = %s: its embeddings are of version %d of graph %s, which is not in the cluster any more."
              .formatted(from, given.graph().version(), graph.name()));
    }
    if (parameters.tables().size() > parameters.vertexTables().size()) {
      requireRelations(given.graph(), graph, from);
    }
    return new InitialEmbeddings(given);
  }

  /** Rows of relations go by number. */
  private static void requireRelations(GraphInfo before, GraphInfo graph, String from) {
    if (!names(before).equals(names(graph))) {
      throw new GraphemberException(
          NodeError.EMBEDDING_MISMATCH,
          "embedding.from = %s: its embeddings are of version %d of graph %s, which had other edge types."
              .formatted(from, before.version(), graph.name()));
    }
  }

  private static List<String> names(GraphInfo graph) {
    return graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList();
  }

  /** If the other job replaces them at this moment, the new ones. */
  private static StoredEmbedding kept(JobParts parts, long job, GraphInfo graph, String from) {
    for (int look = 0; look < LOOKS; look++) {
      StoredEmbedding given = parts.graphs().embedding(graph.name(), from, StoredTables.EMBEDDINGS);
      if (parts.graphs().useRows(job, parts.calls().self(), given.cache())) {
        return given;
      }
    }
    throw new GraphemberException(
        NodeError.EMBEDDING_UNKNOWN,
        "embedding.from = %s: the embeddings that it has left of graph %s are being dropped or replaced; try again."
            .formatted(from, graph.name()));
  }

  private static String tables(EmbeddingParameters parameters) {
    return parameters.tables().stream()
        .map(table -> "%s of %d floats".formatted(table.name(), table.dim()))
        .collect(Collectors.joining(" and "));
  }

  /** Fills the tables that are open on nodes, and untouched. */
  void carry(JobNodes nodes, JobAttempts attempts) {
    final long job = nodes.plan().job();
    final int epoch = nodes.plan().epoch();
    List<CompletableFuture<long[]>> carried = new ArrayList<>();
    for (UUID owner : nodes.owners()) {
      carried.add(nodes.send(owner, new EmbeddingMessages.Carry(job, epoch, given)));
    }
    final long[] added =
        attempts.await(nodes, carried).stream().flatMapToLong(Arrays::stream).sorted().toArray();
    if (added.length > 0) {
      onAll(nodes, attempts, new EmbeddingMessages.NeighborRows(job, epoch, added));
      onAll(nodes, attempts, new EmbeddingMessages.PlaceRows(job, epoch));
    }
  }

  /** Asks all owners, and waits for them. */
  private static void onAll(JobNodes nodes, JobAttempts attempts, Message<Done> message) {
    attempts.await(
        nodes, nodes.owners().stream().map(owner -> nodes.send(owner, message)).toList());
  }
}
