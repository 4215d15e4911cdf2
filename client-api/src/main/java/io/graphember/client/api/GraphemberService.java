// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import org.jspecify.annotations.Nullable;

/**
 * The service that every Graphember node offers to thin clients, under the name {@value #NAME}.
 *
 * <p>Every method answers at once with a {@link Reply} as JSON text: long work runs on, and is
 * asked after. Arguments are checked before anything is done; an error comes back in the reply, not
 * as an exception, so that its code and category survive the way.
 */
public interface GraphemberService {
  /** Name of the Ignite service. */
  String NAME = "graphember";

  /** Version of this interface; a client of another one is refused by {@link #hello}. */
  int PROTOCOL = 24;

  /**
   * Greets: a {@link io.graphember.client.api.node.ClusterInfo}.
   *
   * @param protocol the client's {@link #PROTOCOL}
   */
  String hello(int protocol);

  /**
   * Starts to load a graph: its load number, a long. With {@code graph.add}, ask {@link #loadState}
   * before the first piece until its phase is {@code receive}.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param header a {@link io.graphember.client.api.load.LoadHeader} as JSON
   */
  String beginLoad(String graph, String header);

  /**
   * Starts a load with {@code graph.resumable}, or goes on with one of the same user, graph and
   * header that has lost its client or its node: a {@link
   * io.graphember.client.api.load.ResumableLoad}. Pieces are taken at once. A load is gone on with
   * once its client was silent for ten seconds; until then the code is NODE_BUSY.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param header a {@link io.graphember.client.api.load.LoadHeader} as JSON
   */
  String beginResumable(String graph, String header);

  /**
   * Takes the next piece of a load.
   *
   * @param load number of the load
   * @param sequence number of the piece, from 0; a piece that came already is not taken twice
   * @param piece a vertex, split or edge piece
   */
  String append(long load, long sequence, byte[] piece);

  /**
   * Starts to build the graph of all pieces; ask {@link #loadState} until it is done.
   *
   * @param labelNames JSON array of arrays: for each vertex type the name of each label number that
   *     the pieces use; empty if no type has labels
   */
  String commitLoad(long load, String labelNames);

  /**
   * Starts to load a graph from tables or caches of the cluster, which the nodes read: its load
   * number, a long. Ask {@link #loadState} until it is done; no piece is sent and nothing is
   * committed.
   *
   * @param request a {@link io.graphember.client.api.load.TablesRequest} as JSON
   */
  String loadTables(String request);

  /**
   * What was seen of the tables of a load that is done: a {@link
   * io.graphember.client.api.load.TablesReport}.
   */
  String tablesReport(long load);

  /** Asks after a load: a {@link io.graphember.client.api.load.LoadState}. */
  String loadState(long load);

  /** Drops a load and what it has left; nothing happens if it is gone already. */
  String abortLoad(long load);

  /**
   * Lets a node take no new work, also when it is started again; what it does goes on. True.
   *
   * @param node consistent id of a node that is in the cluster
   */
  String drain(String node);

  /**
   * Lets a node that was drained take new work again. True.
   *
   * @param node its consistent id
   */
  String undrain(String node);

  /**
   * What a node does at the moment: a {@link io.graphember.client.api.node.NodeWork}.
   *
   * @param node consistent id of a node that is in the cluster
   */
  String work(String node);

  /**
   * Lists the server nodes, the oldest first: an array of {@link
   * io.graphember.client.api.node.NodeInfo}.
   */
  String nodes();

  /**
   * Nodes that take new work, for a client that was refused with {@code NODE_DRAINED}: an array of
   * Ignite's ids; an error if there is none.
   */
  String openNodes();

  /**
   * What the answering node needs of its JVM and machine, and has: an array of {@link
   * io.graphember.client.api.node.Finding}.
   */
  String findings();

  /**
   * Removes a storage node that is lost for good from the set of which more than half is needed for
   * loads, drops and jobs. True.
   *
   * @param node its consistent id
   */
  String forget(String node);

  /** Lists all versions of the graphs, by name, oldest first: an array of {@link GraphInfo}. */
  String graphs();

  /**
   * Drops all versions of a graph, all or nothing: a {@link Dropped}, empty if there was none.
   *
   * @param results true to drop what its jobs have left, too
   */
  String dropGraph(String name, boolean results);

  /**
   * Drops one version of a graph; the newest that remains is the current one. Published results
   * stay. True if there was one.
   */
  String dropVersion(String name, long version);

  /**
   * Lists what jobs have left, by name of the graph and the job: an array of {@link ResultInfo}.
   *
   * @param graph name of the graph, which may be dropped already; null for all
   */
  String results(@Nullable String graph);

  /**
   * Drops what the runs of a job have left, all or nothing: publications, tables, learnable
   * embeddings and the model. A job that runs on learnable embeddings keeps them until it ends. A
   * {@link Dropped}, empty if there was nothing.
   *
   * @param graph name of the graph
   * @param job name of the job
   */
  String dropResults(String graph, String job);

  /**
   * Drops the model that a job has left and the rows that were learned with it; its publications
   * stay. A {@link Dropped}, empty if there was none.
   *
   * @param graph name of the graph
   * @param job name of the job
   */
  String dropModel(String graph, String job);

  /**
   * Lists the checkpoints of jobs that have ended without being done, by number: an array of {@link
   * CheckpointInfo}.
   */
  String checkpoints();

  /** Drops one of them. True. */
  String dropCheckpoint(long id);

  /** Which results of a graph's jobs stay: a {@link Retention}. */
  String retention(String graph);

  /**
   * Says which results of a graph's jobs stay, and drops the others at once. True.
   *
   * @param graph name of a graph that is there, or has results
   * @param retention a {@link Retention} as JSON; one without bounds keeps everything
   */
  String setRetention(String graph, String retention);

  /**
   * The model that a job left, as files: an object with the bytes of each file, in Base64, by its
   * name.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param form name of a {@link ModelForm}
   */
  String model(String graph, String job, String form);

  /**
   * Refuses a job that the answering node cannot run, whatever its graph: its settings, and the
   * backend that it needs. True.
   *
   * @param job a job file, JSON or YAML, without {@code source}
   */
  String checkJob(String job);

  /**
   * Submits a job: its number, a long.
   *
   * @param job a job file, JSON or YAML, without {@code source}
   * @param attachment of a job with {@code inference.slices} the slices in one piece, of one with
   *     {@code inference.edgeFile} the pairs; empty for none
   */
  String submit(String job, byte[] attachment);

  /**
   * Lists the latest jobs, the oldest first, those that wait in the order in which they are to
   * begin: an array of {@link JobInfo}.
   *
   * @param graph name of a graph; null for the jobs of all
   */
  String jobs(@Nullable String graph);

  /**
   * Asks after a job: a {@link JobState}.
   *
   * @param fromEpoch epochs before this number are left out of the answer
   */
  String jobState(long job, int fromEpoch);

  /** Asks a job to stop; it ends within two seconds. True if it was running. */
  String cancelJob(long job);

  /**
   * Goes on with a job that has failed, was cancelled or was lost with all nodes, from its last
   * checkpoint: its number, or that of a new job if something is changed.
   *
   * @param changes JSON array of settings to change, each {@code path=value}
   */
  String resumeJob(long job, String changes);

  /** The settings of a job that is not done: a text, the job file as JSON without its source. */
  String jobSettings(long job);

  /** The result of a job that is done: a {@link JobResult}. */
  String jobResult(long job);

  /**
   * The current publications of a job of one kind: an array of {@link Publication}, one for each
   * vertex type that has such results; empty if there are none.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param kind see {@link Publication#kind}
   */
  String publications(String graph, String job, String kind);

  /**
   * The vertices whose published embeddings are most alike to that of one of them, or to a vector:
   * {@link io.graphember.client.api.similar.SimilarVertices}. Answered at once where an index or
   * the rows are in memory, else after a search through the cache.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param request a {@link io.graphember.client.api.similar.SimilarRequest} as JSON
   */
  String similar(String graph, String job, String request);

  /**
   * What the model that a job left says of vertices, from their neighbourhoods: {@link
   * io.graphember.client.api.predict.VertexPredictions}. Waits while the graph comes into memory.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param request a {@link io.graphember.client.api.predict.PredictRequest} as JSON
   */
  String predict(String graph, String job, String request);

  /**
   * Changes published embeddings where they are: the number of rows that were changed, a long. A
   * change of rows by key is made of all of them or, if one of the keys has no embedding, of none.
   *
   * @param graph name of the graph
   * @param change a {@link io.graphember.client.api.store.RowChange} as JSON
   * @param rows what is added to each key's row, in the order of the keys: floats, little-endian;
   *     empty for nothing
   */
  String changeRows(String graph, String change, byte[] rows);
}
