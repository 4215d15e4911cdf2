// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.Completion;
import io.graphember.client.api.Dropped;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.client.api.ModelForm;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.Retention;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.api.node.ClusterInfo;
import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.client.api.node.NodeWork;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.client.api.predict.VertexPredictions;
import io.graphember.client.api.retrain.RetrainInfo;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.client.api.similar.SimilarVertices;
import io.graphember.client.connect.ConnectionError;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.client.connect.Connections;
import io.graphember.client.table.ClusterTables;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.ignite.configuration.ClientConfiguration;

/**
 * A user's way to Graphember: loads graphs, submits jobs, reads results by the user's keys. Speaks
 * Ignite's thin-client protocol and nothing else.
 *
 * <pre>
 * try (GraphemberClient client = GraphemberClient.connect("127.0.0.1:10800")) {
 *   JobFile job = JobFile.read(Path.of("job.yaml"));
 *   client.run(job, state -&gt; System.out.println(state.phase()), Cancellation.NEVER);
 *   Prediction prediction = client.predictions("cora", "cora-gcn").get(1708L);
 * }
 * </pre>
 *
 * <p>Safe for use by several threads.
 */
public final class GraphemberClient implements JobTarget, AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Connections connections;
  private final ServiceCalls calls;
  private final ClusterInfo cluster;

  private GraphemberClient(Connections connections) {
    this.connections = connections;
    this.calls = new ServiceCalls(connections.service());
    calls.requireActive();
    this.cluster = calls.call(s -> s.hello(GraphemberService.PROTOCOL), new TypeReference<>() {});
  }

  /**
   * Connects to a cluster that knows neither users nor TLS.
   *
   * @param address {@code host:port} of a node's client connector, usually port 10800; or several
   *     with commas between them, tried in this order
   * @throws GraphemberException as {@link #connect(ConnectionSettings)}
   */
  public static GraphemberClient connect(String address) {
    return connect(ConnectionSettings.to(address));
  }

  /**
   * Connects to the first address that leads to a node. That node answers all calls; if it is lost,
   * the call that notices fails, and the next one goes to another node: of the addresses given
   * here, then of those of the cluster's other server nodes, which the client learns when it
   * connects and whenever it submits or resumes a job. Another node knows graphs, results and jobs,
   * but of the loads that were under way only those with {@code graph.resumable}. {@link
   * JobHandle#await} waits on meanwhile. Results are read from all nodes of the cluster, found from
   * the first one, each key at the node that has it.
   *
   * @throws GraphemberException with a {@link ConnectionError} that is the true reason; if the
   *     cluster is not active, or the node has no Graphember of this protocol
   */
  public static GraphemberClient connect(ConnectionSettings settings) {
    return connect(Connections.open(settings));
  }

  /**
   * Connects with a configuration of one's own, which counts for everything: other nodes than those
   * that it names are not asked. It should neither discover nodes nor be aware of partitions, see
   * {@link #configuration}.
   *
   * @param address for messages
   */
  public static GraphemberClient connect(String address, ClientConfiguration configuration) {
    return connect(Connections.open(address, configuration));
  }

  private static GraphemberClient connect(Connections connections) {
    try {
      return new GraphemberClient(connections);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** A configuration to start from, of a cluster that knows neither users nor TLS. */
  public static ClientConfiguration configuration(String address) {
    return new ClientConfiguration()
        .setAddresses(address)
        .setTimeout(TIMEOUT_MILLIS)
        // One load or job is asked after at the node that took it.
        .setPartitionAwarenessEnabled(false)
        .setClusterDiscoveryEnabled(false)
        .setSendBufferSize(0)
        .setReceiveBufferSize(0);
  }

  /** Who answers. */
  public ClusterInfo cluster() {
    return cluster;
  }

  /**
   * Reads a graph in this process and loads it into the cluster, in pieces with back pressure. If
   * anything fails, nothing of it is left in the cluster. The graph replaces one of its name, or
   * with {@code graph.add} is a new version of it. It is refused if the data regions have no room
   * for it.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param source opened; not closed here
   * @param listener hears how far the cluster is
   * @param cancellation looked at between pieces
   */
  public GraphInfo load(
      String graph,
      GraphSource source,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    return load(graph, source, Duration.ZERO, listener, cancellation);
  }

  /**
   * The same for a graph that waits for room, which others give back when they end or are dropped.
   *
   * @param patience how long it may wait, at most a day; zero to be refused at once
   */
  @Override
  public GraphInfo load(
      String graph,
      GraphSource source,
      Duration patience,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    return new GraphLoad(calls::atOneNode, patience, listener, cancellation).run(graph, source);
  }

  /**
   * Loads a graph from tables or caches of the cluster. Nothing of it passes through this process:
   * each node reads its own partitions of a cache, and the node that takes the load the rows of a
   * query, with the rights of this client's user. Of caches the graph is the same however many
   * nodes there are. If anything fails, nothing of it is left in the cluster.
   *
   * <pre>
   * client.loadTables(
   *     TablesRequest.of(
   *         "name: accounts",
   *         """
   *         type: ignite
   *         vertices: {cache: Account, key: _key, features: [age, balance]}
   *         edges: {cache: Payment, source: payer, destination: payee}
   *         """),
   *     progress -&gt; {},
   *     Cancellation.NEVER);
   * </pre>
   *
   * @param listener hears how far the cluster is
   * @param cancellation looked at all the time
   */
  @Override
  public TablesLoad loadTables(
      TablesRequest request, Consumer<LoadProgress> listener, Cancellation cancellation) {
    return TablesLoad.run(calls::atOneNode, request, listener, cancellation);
  }

  /**
   * The tables and caches of the cluster, to read them in this process: {@code
   * GraphSource.open(settings, folder, client.tables(), progress)}; {@link #loadTables} has the
   * nodes read them. Needs a node with a query engine (ignite-calcite or ignite-indexing) for
   * queries, none for caches.
   */
  @Override
  public Tables tables() {
    return ClusterTables.of(connections.service().node().client());
  }

  /** What the answering node needs of its JVM and machine, and has. */
  public List<Finding> findings() {
    return calls.call(GraphemberService::findings, new TypeReference<>() {});
  }

  /**
   * Lets a node take no new work, also when it is started again; what it does goes on. Loads and
   * jobs of clients that are connected to it go to other nodes.
   *
   * @param node consistent id of a node that is in the cluster
   */
  public void drain(String node) {
    calls.call(s -> s.drain(node), new TypeReference<Boolean>() {});
  }

  /**
   * Lets a node that was drained take new work again.
   *
   * @param node its consistent id
   */
  public void undrain(String node) {
    calls.call(s -> s.undrain(node), new TypeReference<Boolean>() {});
  }

  /**
   * What a node does at the moment.
   *
   * @param node consistent id of a node that is in the cluster
   */
  public NodeWork work(String node) {
    return calls.call(s -> s.work(node), new TypeReference<>() {});
  }

  /**
   * Waits until nothing runs on a node.
   *
   * @param node consistent id of a node that is in the cluster
   * @param patience how long to wait at most
   * @param listener hears what runs whenever that changes
   * @param cancellation ends the wait
   * @return what runs at the end; not idle if it took longer than that
   */
  public NodeWork awaitIdle(
      String node, Duration patience, Consumer<NodeWork> listener, Cancellation cancellation) {
    final long began = System.nanoTime();
    Pause pause = new Pause(cancellation);
    NodeWork last = null;
    while (true) {
      NodeWork work = work(node);
      if (!work.equals(last)) {
        listener.accept(work);
        last = work;
      }
      if (work.idle() || System.nanoTime() - began >= patience.toNanos()) {
        return work;
      }
      pause.next();
    }
  }

  /**
   * The server nodes with what runs on them, the oldest first. One that is frozen is there after
   * three seconds, without that.
   */
  public List<NodeInfo> nodes() {
    return calls.call(GraphemberService::nodes, new TypeReference<>() {});
  }

  /**
   * Removes a storage node that is lost for good from the set of which more than half is needed for
   * loads, drops and jobs. In two halves of a cut cluster it makes two clusters.
   *
   * @param node its consistent id, as {@link #findings} names it
   * @throws GraphemberException if the node is in the cluster or not in the set, or if with
   *     persistence the set is Ignite's baseline
   */
  public void forget(String node) {
    calls.call(s -> s.forget(node), new TypeReference<Boolean>() {});
  }

  /** All versions of the graphs in the cluster: by name, the current version last. */
  @Override
  public List<GraphInfo> graphs() {
    return calls.call(GraphemberService::graphs, new TypeReference<>() {});
  }

  /** Drops a graph, all its versions; true if there was one. What its jobs have left stays. */
  public boolean dropGraph(String name) {
    return !dropGraph(name, false).isNothing();
  }

  /**
   * Drops a graph, all its versions.
   *
   * @param results true to drop what its jobs have left, too: all or nothing
   */
  public Dropped dropGraph(String name, boolean results) {
    return calls.call(s -> s.dropGraph(name, results), new TypeReference<>() {});
  }

  /**
   * Drops one version of a graph; the newest that remains is the current one. True if there was
   * one.
   */
  public boolean dropVersion(String name, long version) {
    return calls.call(s -> s.dropVersion(name, version), new TypeReference<>() {});
  }

  /** What jobs have left, by name of the graph and the job, also of graphs that were dropped. */
  public List<ResultInfo> results() {
    return calls.call(s -> s.results(null), new TypeReference<>() {});
  }

  /** What jobs have left of a graph, by name of the job. */
  public List<ResultInfo> results(String graph) {
    return calls.call(s -> s.results(graph), new TypeReference<>() {});
  }

  /**
   * Drops what the runs of a job have left: publications, tables, learnable embeddings and the
   * model. A job that runs on learnable embeddings keeps them until it ends.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @return what was dropped; nothing if there was nothing
   */
  public Dropped dropResults(String graph, String job) {
    return calls.call(s -> s.dropResults(graph, job), new TypeReference<>() {});
  }

  /**
   * Drops the model that a job has left and the rows that were learned with it; its publications
   * stay.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @return what was dropped; nothing if there was no model
   */
  public Dropped dropModel(String graph, String job) {
    return calls.call(s -> s.dropModel(graph, job), new TypeReference<>() {});
  }

  /**
   * Makes what was current of a job before its last run current again, its model and all that it
   * had published, at once for all readers. What was current until now is kept in its place: to
   * restore again brings it back.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @return what is current from now on
   * @throws GraphemberException with code {@code RESTORE_REFUSED} if nothing is kept, or if that
   *     run is still publishing
   */
  public ResultInfo restoreResults(String graph, String job) {
    return calls.call(s -> s.restoreResults(graph, job), new TypeReference<>() {});
  }

  /** The jobs whose models the cluster trains on, by name of graph and job. */
  public List<RetrainInfo> retrainings() {
    return calls.call(GraphemberService::retrainings, new TypeReference<>() {});
  }

  /**
   * Trains the model of a job on no more. A retraining that runs goes on.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@code RETRAIN_UNKNOWN} if it is not trained on
   */
  public void stopRetraining(String graph, String job) {
    calls.call(s -> s.stopRetraining(graph, job), new TypeReference<Boolean>() {});
  }

  /**
   * The checkpoints of jobs that have failed, were cancelled or were lost with all nodes, by
   * number: they stay until they are dropped, with their graph or by themselves, retention takes
   * them, or the job was resumed and is done.
   */
  public List<CheckpointInfo> checkpoints() {
    return calls.call(GraphemberService::checkpoints, new TypeReference<>() {});
  }

  /**
   * Drops one of {@link #checkpoints}.
   *
   * @throws GraphemberException with code CHECKPOINT_UNKNOWN if there is none of that number
   */
  public void dropCheckpoint(long id) {
    calls.call(s -> s.dropCheckpoint(id), new TypeReference<Boolean>() {});
  }

  /** The graphs that follow their tables, by name. */
  public List<FollowInfo> follows() {
    return calls.call(s -> s.follows(), new TypeReference<>() {});
  }

  /**
   * Has a graph follow its tables no more; its version stays.
   *
   * @return false if it followed none
   */
  public boolean endFollow(String graph) {
    return calls.call(s -> s.endFollow(graph), new TypeReference<>() {});
  }

  /** Which results of a graph's jobs stay. */
  public Retention retention(String graph) {
    return calls.call(s -> s.retention(graph), new TypeReference<>() {});
  }

  /**
   * Says which results of a graph's jobs stay; the others are dropped at once.
   *
   * @param graph name of a graph that is there, or has results
   * @throws GraphemberException if there is neither
   */
  public void setRetention(String graph, Retention retention) {
    calls.call(s -> s.setRetention(graph, Json.write(retention)), new TypeReference<Boolean>() {});
  }

  /**
   * The model that a job left, as files by their names.
   *
   * @param graph name of the graph
   * @param job name of the job
   */
  public Map<String, byte[]> model(String graph, String job, ModelForm form) {
    return calls.call(
        s -> s.model(graph, job, form.name()), new TypeReference<TreeMap<String, byte[]>>() {});
  }

  /**
   * Refuses a job that the cluster cannot run, whatever its graph: its settings, and the backend
   * that it needs. Asked before a graph is loaded for it, so that a mistake costs no load.
   *
   * @param job a job file, JSON or YAML, without {@code source}, which is not read here
   * @throws GraphemberException with code SOURCE_UNREAD if it has one, or as its {@link
   *     JobHandle#await} would
   */
  @Override
  public void check(String job) {
    calls.take(s -> s.checkJob(job), new TypeReference<Boolean>() {});
  }

  /**
   * Runs a job file from its source to its results, as the command does: loads the graph that it
   * names in {@code source}, if it does, with the edges that it holds out and the cut that it
   * brings; then runs the job, with the slices or pairs that it brings. What the cluster refuses
   * whatever the graph is refused before the load. If the load fails, nothing of it is left; if the
   * job fails, the graph stays.
   *
   * @param listener hears how far it is
   * @param cancellation ends the load or the job
   * @throws GraphemberException why it failed, or that it was cancelled
   */
  public JobResult run(JobFile job, JobListener listener, Cancellation cancellation) {
    return run(job, Duration.ZERO, listener, cancellation);
  }

  /**
   * The same for a graph that waits for room, which others give back when they end or are dropped.
   *
   * @param patience how long it may wait, at most a day; zero to be refused at once
   */
  public JobResult run(
      JobFile job, Duration patience, JobListener listener, Cancellation cancellation) {
    try (OpenJob open = OpenJob.open(job, listener, cancellation)) {
      open.check(this);
      open.load(this, patience, listener::load);
      open.warnings().forEach(listener::warning);
      return open.submit(this).await(listener::state, listener::lost, cancellation);
    }
  }

  /**
   * Submits a job on a graph of the cluster; {@link #run} loads one, too. If nodes, or its user,
   * run as many jobs as they may, it waits in the cluster's queue, at most {@code
   * queue.waitSeconds}; {@link JobState#place} says when its turn is.
   *
   * @param job a job file, JSON or YAML, without {@code source}, which is not read here
   * @throws GraphemberException with code SOURCE_UNREAD if it has one
   */
  public JobHandle submit(String job) {
    return submit(job, new byte[0]);
  }

  /**
   * Submits a job with what belongs to it: one of inference by slices that were made elsewhere, or
   * over pairs of a file.
   *
   * @param job a job file, JSON or YAML, without {@code source}, which is not read here
   * @param attachment the slices in one piece, {@code ImportedSlices.read(folder).encode()}, or the
   *     pairs, an encoded {@link EdgePiece} of keys as text; empty for none
   */
  public JobHandle submit(String job, byte[] attachment) {
    return taken(s -> s.submit(job, attachment));
  }

  /**
   * Goes on with a job that has failed, was cancelled or was lost with all nodes of its cluster:
   * from its last checkpoint, with parameters, what the optimizer remembers, random streams and
   * epochs as they were. Without a checkpoint it begins anew. The job keeps its number.
   *
   * @param job its number
   * @throws GraphemberException with code RESUME_REFUSED if it runs, is done or forgotten, or if
   *     the version of the graph that it ran on is gone; or as {@link #submit}
   */
  public JobHandle resume(long job) {
    return resume(job, List.of());
  }

  /**
   * The same with other settings: more epochs, another learning rate, another name. Then it is a
   * new job, whose state and result name the old one; the checkpoint stays with that.
   *
   * @param changes settings, each {@code path=value}
   * @throws GraphemberException also with code RESUME_REFUSED if the checkpoint depends on a
   *     setting
   */
  public JobHandle resume(long job, List<String> changes) {
    return taken(s -> s.resumeJob(job, Json.write(changes)));
  }

  private JobHandle taken(Function<GraphemberService, String> request) {
    final long job = calls.take(request, new TypeReference<Long>() {}).answer();
    connections.learn();
    return job(job);
  }

  /**
   * The latest jobs, at most 1,000, the oldest first; after them those that wait for a place, in
   * the order in which they are to begin. Jobs of others are there if the caller may read their
   * results.
   */
  public List<JobInfo> jobs() {
    return calls.call(s -> s.jobs(null), new TypeReference<>() {});
  }

  /** The same for the jobs of one graph. */
  public List<JobInfo> jobs(String graph) {
    return calls.call(s -> s.jobs(graph), new TypeReference<>() {});
  }

  /** A job by its number. */
  public JobHandle job(long job) {
    return new JobHandle(calls, job);
  }

  /**
   * Published predictions.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<Prediction> predictions(String graph, String job) {
    return results(graph, job, PublicationKind.PREDICTIONS);
  }

  /**
   * Published values of a job that learns targets: of multi-label the probability of each label, of
   * regression the numbers; in the order of {@link GraphInfo.Vertices#targets()}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<float[]> values(String graph, String job) {
    return results(graph, job, PublicationKind.VALUES);
  }

  /**
   * Published embeddings of a job that has them for one vertex type.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}, also if there
   *     are those of several vertex types
   */
  public PublishedTable<float[]> embeddings(String graph, String job) {
    return results(graph, job, PublicationKind.EMBEDDINGS);
  }

  /**
   * Published embeddings of the vertices of one type.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param vertexType name of the vertex type
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<float[]> embeddings(String graph, String job, String vertexType) {
    Map<String, PublishedTable<float[]>> byType = embeddingsByType(graph, job);
    if (!byType.containsKey(vertexType)) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING,
          "Job %s has published no embeddings of vertex type %s for graph %s, but of %s."
              .formatted(job, vertexType, graph, String.join(", ", byType.keySet())));
    }
    return byType.get(vertexType);
  }

  /**
   * Published embeddings by the name of the vertex type, in the order of the graph's types. All are
   * of one run of the job.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public Map<String, PublishedTable<float[]>> embeddingsByType(String graph, String job) {
    Map<String, PublishedTable<float[]>> byType = new LinkedHashMap<>();
    for (Publication publication : publications(graph, job, PublicationKind.EMBEDDINGS)) {
      byType.put(publication.vertexType(), table(publication, PublicationKind.EMBEDDINGS));
    }
    return byType;
  }

  /**
   * Published candidates: by the key of each other vertex the score of the pair, the best first.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<Map<Object, Float>> candidates(String graph, String job) {
    return results(graph, job, PublicationKind.CANDIDATES);
  }

  /**
   * Published scores of edges; keys are {@link EdgeKey}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<Float> scores(String graph, String job) {
    return results(graph, job, PublicationKind.SCORES);
  }

  /**
   * Published classes of edges; keys are {@link EdgeKey}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<Prediction> edgeClasses(String graph, String job) {
    return results(graph, job, PublicationKind.EDGE_CLASSES);
  }

  /**
   * Published completions of triples; keys are {@link io.graphember.client.api.TripleQuery}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<List<Completion>> completions(String graph, String job) {
    return results(graph, job, PublicationKind.COMPLETIONS);
  }

  /**
   * Published rows of relations, by the names of their edge types.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public PublishedTable<float[]> relations(String graph, String job) {
    return results(graph, job, PublicationKind.RELATIONS);
  }

  /**
   * Published embeddings to read and to change, of a job that has them for one vertex type: see
   * {@link EmbeddingStore}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public EmbeddingStore store(String graph, String job) {
    return new EmbeddingStore(graph, job, embeddings(graph, job), calls);
  }

  /** The same of the vertices of one type. */
  public EmbeddingStore store(String graph, String job, String vertexType) {
    return new EmbeddingStore(graph, job, embeddings(graph, job, vertexType), calls);
  }

  /**
   * The vertices whose published embeddings are most alike to that of a vertex, by the cosine: see
   * {@link #similar(String, String, SimilarRequest)}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @param key of the vertex, which is not among them
   * @param most how many, 1 to {@value SimilarRequest#MOST}
   */
  public SimilarVertices similar(String graph, String job, long key, int most) {
    return similar(graph, job, SimilarRequest.to(key).most(most));
  }

  /** The same of a key that is a text. */
  public SimilarVertices similar(String graph, String job, String key, int most) {
    return similar(graph, job, SimilarRequest.to(key).most(most));
  }

  /** The same of a key that is a UUID. */
  public SimilarVertices similar(String graph, String job, UUID key, int most) {
    return similar(graph, job, SimilarRequest.to(key).most(most));
  }

  /**
   * The vertices whose published embeddings are most alike to that of a vertex, or to a vector. The
   * nodes search in memory, in the index that {@code publish.index} of the job has asked for, which
   * may miss some, or through all embeddings; {@link SimilarVertices#exact} says which. The first
   * calls after a publication, or after nodes came or left, search in the cache instead, some
   * microseconds for each embedding.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code EMBEDDING_UNKNOWN if there are none, VERTEX_NOT_EMBEDDED
   *     if the vertex has none, or REQUEST_MALFORMED
   */
  public SimilarVertices similar(String graph, String job, SimilarRequest request) {
    return calls.call(s -> s.similar(graph, job, Json.write(request)), new TypeReference<>() {});
  }

  /**
   * What the model of a job says of a vertex now, from all of its neighbours: see {@link
   * #predict(String, String, PredictRequest)}.
   *
   * @param graph name of the graph
   * @param job name of the job that has trained the model
   * @param key of the vertex
   */
  public PredictedVertex predict(String graph, String job, long key) {
    return predict(graph, job, PredictRequest.of(key)).vertices().get(0);
  }

  /** The same of a key that is a text. */
  public PredictedVertex predict(String graph, String job, String key) {
    return predict(graph, job, PredictRequest.of(key)).vertices().get(0);
  }

  /** The same of a key that is a UUID. */
  public PredictedVertex predict(String graph, String job, UUID key) {
    return predict(graph, job, PredictRequest.of(key)).vertices().get(0);
  }

  /**
   * What the model that a job left says of vertices now, of the current version of the graph. Of
   * all neighbours it is what a job of inference with that model publishes, but for rounding; of
   * drawn ones it is the same for the same seed. The first call on a graph waits until it is in the
   * memory of the nodes, where it stays while it is asked for. The model is the one that the job
   * has left last.
   *
   * @param graph name of the graph
   * @param job name of the job that has trained the model
   * @throws GraphemberException with code GRAPH_UNKNOWN, MODEL_UNKNOWN if the job has left no
   *     model, MODEL_MISMATCH if the graph has other features, types or classes by now or the model
   *     has learned rows of an older version, VERTEX_UNKNOWN, NEIGHBORHOOD_TOO_LARGE,
   *     MEMORY_BUDGET_EXCEEDED, or REQUEST_MALFORMED
   */
  public VertexPredictions predict(String graph, String job, PredictRequest request) {
    return calls.call(s -> s.predict(graph, job, Json.write(request)), new TypeReference<>() {});
  }

  /**
   * Published results of a kind; those of several vertex types are read with {@link
   * #embeddingsByType}.
   *
   * @param graph name of the graph
   * @param job name of the job
   * @throws GraphemberException with code {@link ClientError#PUBLICATION_MISSING}
   */
  public <V> PublishedTable<V> results(String graph, String job, PublicationKind<V> kind) {
    List<Publication> publications = publications(graph, job, kind);
    if (publications.size() > 1) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING,
          "Job %s has published %s of several vertex types for graph %s: say which of %s."
              .formatted(
                  job,
                  kind,
                  graph,
                  publications.stream()
                      .map(Publication::vertexType)
                      .collect(Collectors.joining(", "))));
    }
    return table(publications.get(0), kind);
  }

  /** One or more. */
  private List<Publication> publications(String graph, String job, PublicationKind<?> kind) {
    List<Publication> publications =
        calls.call(s -> s.publications(graph, job, kind.name()), new TypeReference<>() {});
    if (publications.isEmpty()) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING,
          "Job %s has published no %s for graph %s.".formatted(job, kind, graph));
    }
    return publications;
  }

  private <V> PublishedTable<V> table(Publication publication, PublicationKind<V> kind) {
    return new PublishedTable<>(connections, publication, kind, calls);
  }

  /** Closes the connections; jobs go on. */
  @Override
  public void close() {
    connections.close();
  }
}
