// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Retention;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogCounter;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.entry.Ownership;
import io.graphember.jobs.entry.SharedCalls;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.result.JobResults;
import io.graphember.jobs.result.ModelPointer;
import io.graphember.jobs.result.PreviousEntries;
import io.graphember.jobs.result.PreviousResults;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.result.ResultEntries;
import io.graphember.jobs.result.ResultName;
import io.graphember.jobs.result.ResultRetention;
import io.graphember.jobs.retrain.RetrainWatches;
import io.graphember.spi.error.GraphemberException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which graphs and publications the cluster has, and in which caches. A graph has one version or
 * several, of which the newest is the current one. A cache that nothing points to, or not yet, is
 * destroyed when nobody uses it.
 *
 * <p>Entries of the catalog cache, text by path:
 *
 * <pre>
 * format                        entry.CatalogFormat as JSON, see entry.VersionedEntries
 * graph/NAME                    GraphInfo of every version as a JSON array, oldest first
 * publication/GRAPH/JOB/KIND    Publication of every vertex type as a JSON array
 * model/GRAPH/JOB               ModelPointer as JSON
 * replaced/GRAPH/JOB            PreviousResults as JSON, see result.PreviousEntries
 * retention/GRAPH               Retention as JSON; none keeps everything
 * retrain/GRAPH/JOB             RetrainWatch as JSON, see retrain.RetrainWatches
 * job/JOB                       JobRecord as JSON, see record.JobRecords
 * use/JOB                       node of the coordinator, space, cache of the graph
 * use/JOB/sealed               node of the coordinator, space, cache of the version that it stands on
 * use/JOB/rows                  node of the coordinator, space, cache of rows that it reads
 * use/JOB/results               node of the coordinator, space, GRAPH/JOB whose results it makes
 * use/JOB/model                 node of the coordinator, space, model that it starts from
 * use/JOB/origin                node of the coordinator, space, cache of the checkpoint it begins with
 * use/load-VERSION              node that takes the load, space, cache of what it adds to
 * use/CACHE                     node that fills the cache, space, cache
 * retired/CACHE                 empty; nothing points to the cache
 * storage-nodes                 consistent ids of the storage nodes as a JSON array, see CatalogNodes
 * tables/CACHE                  StoredEmbedding of the cache as JSON, once its job is done
 * manifest/CACHE                manifest of the last checkpoint in the cache, as Base64
 * progress/CACHE                what its coordinator has counted until then, as JSON
 * checkpoint/JOB                StoredCheckpoint as JSON, until its job is done
 * staged/GRAPH                  StagedLoad as JSON, until its graph is there
 * follow/GRAPH                  FollowRecord as JSON, while the graph follows its tables
 * counter/NAME                  the last number that was drawn
 * running/USER                  jobs that a user runs, a JSON array; see limit.UserJobs
 * drained/NODE                  who drains a node, as JSON; see drain.NodeStates
 * restart/NODE                  why a node must be restarted, as JSON; the same
 * </pre>
 *
 * <p>An entry that cannot be read counts as absent, and the log names it: it never keeps other
 * graphs and jobs from their work. In {@code use} and {@code retired} the name {@code
 * graphember.models/KEY} stands for an entry of the models cache.
 *
 * <p>What becomes current or is dropped needs a {@link Majority}, which is looked for under the
 * lock of what is changed: {@link NodeError#NO_MAJORITY}. Reading does not, nor does giving back
 * what was begun and never became current.
 *
 * <p>Safe for use by several threads and nodes.
 */
public final class GraphCatalog {
  static final String TABLES = "tables/";

  private static final String SEALED = "/sealed";

  private final NodeLog log;
  private final Clock clock;
  private final Majority majority;
  private final CatalogEntries entries;
  private final CatalogCounter counter;
  private final GraphVersions versions;
  private final Manifests manifests;
  private final JobUses uses;
  private final UnusedCaches caches;
  private final ResultEntries results;
  private final PreviousEntries previous;
  private final RetrainWatches retrains;
  private final ResultRetention retention;
  private final KeptCheckpoints checkpoints;
  private final StagedLoads staged;
  private final FollowRecords follows;
  private final PublicationViews views;
  private final SharedCalls<Boolean> sweeps;
  private final Executor background;

  /**
   * The catalog of a node's cluster.
   *
   * @param majority what graphs and results become current and are dropped with
   * @param clock tells when results become current, and how old they are
   * @param background destroys what was dropped; nobody waits for it
   */
  public GraphCatalog(
      CatalogEntries entries,
      Cluster cluster,
      Caches all,
      PublicationViews views,
      NodeLog log,
      Majority majority,
      Clock clock,
      Executor background) {
    this.log = log;
    this.majority = majority;
    this.clock = clock;
    this.entries = entries;
    this.counter = new CatalogCounter(entries, "counter/versions");
    this.versions = new GraphVersions(entries);
    this.manifests = new Manifests(entries, majority);
    this.caches = new UnusedCaches(cluster, all, entries);
    this.uses = new JobUses(caches, manifests);
    this.results = new ResultEntries(entries);
    this.previous = new PreviousEntries(entries, results);
    this.retrains = new RetrainWatches(entries);
    this.retention = new ResultRetention(entries, results, clock);
    this.checkpoints = new KeptCheckpoints(entries, caches, manifests);
    this.views = views;
    this.sweeps = new SharedCalls<>(callers -> sweepOnce());
    this.background = background;
    this.staged = new StagedLoads(entries, caches, clock);
    this.follows = new FollowRecords(entries);
  }

  /** Loads whose pieces are kept until their graphs are there. */
  public StagedLoads staged() {
    return staged;
  }

  /** Graphs that follow their tables. */
  public FollowRecords follows() {
    return follows;
  }

  /** Keeps the manifest of the last complete checkpoint in a cache. */
  public void putManifest(String cache, byte[] manifest) {
    manifests.put(cache, manifest);
  }

  /**
   * The same with what the coordinator of the job has counted until then.
   *
   * @param progress JSON
   */
  public void putManifest(String cache, byte[] manifest, String progress) {
    manifests.put(cache, manifest, progress);
  }

  /** What the coordinator of a job had counted at the last complete checkpoint in a cache. */
  public Optional<String> progress(String cache) {
    return manifests.progress(cache);
  }

  /** The manifest of the last complete checkpoint in a cache. */
  public Optional<byte[]> manifest(String cache) {
    return manifests.of(cache);
  }

  /** Says what a job has left in a cache of tables. */
  public void putEmbedding(StoredEmbedding embedding) {
    entries.again(
        () -> {
          entries.put(TABLES + embedding.cache(), Json.write(embedding));
          return true;
        });
  }

  /**
   * What a job of embeddings has left.
   *
   * @param kind kind of the publication of its tables
   * @throws GraphemberException with code {@link NodeError#EMBEDDING_UNKNOWN}
   */
  public StoredEmbedding embedding(String graph, String job, String kind) {
    return publications(graph, job, kind).stream()
        .findFirst()
        .flatMap(tables -> entries.read(TABLES + tables.cache(), GraphCatalog::parseEmbedding))
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.EMBEDDING_UNKNOWN,
                    "embedding.from = %s: that job has left no embeddings of graph %s."
                        .formatted(job, graph)));
  }

  private static StoredEmbedding parseEmbedding(String path, String text) {
    StoredEmbedding embedding = Json.read(text, StoredEmbedding.class);
    if (embedding.cache() == null || embedding.settings() == null || embedding.graph() == null) {
      throw new IllegalArgumentException("the embeddings lack a cache, settings or a graph");
    }
    return embedding;
  }

  /** True if a version of a graph is in the cluster. */
  public boolean has(GraphInfo graph) {
    return versions.of(graph.name()).stream()
        .anyMatch(version -> version.cache().equals(graph.cache()));
  }

  /**
   * A version of a graph as it is now: it may be dropped at any time.
   *
   * @param version null for the current one
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  public GraphInfo graph(String name, @Nullable Long version) {
    return versions.find(name, version);
  }

  /**
   * What is written of the versions of a graph and of the model of a job, to see whether both are
   * still the same: two reads, and nothing is parsed.
   */
  public List<String> texts(String graph, String job) {
    return List.of(
        entries.text(GraphVersions.path(graph)).orElse(""),
        results.modelText(graph, job).orElse(""));
  }

  /** A number that no version of a graph, publication or model had before. */
  public long nextVersion() {
    return counter.next();
  }

  /** All versions of all graphs: by name, the current version last. */
  public List<GraphInfo> graphs() {
    return versions.all();
  }

  /**
   * Says that this node begins to fill a new cache. The cache is destroyed if the node leaves
   * before the cache is published.
   */
  public void begin(String cache) {
    caches.begin(cache);
  }

  /** Says that this node goes on to fill a cache that another one began. */
  public void takeOver(String cache) {
    caches.takeOver(cache);
  }

  /**
   * Destroys a cache that was begun; nothing happens if it was published, or has checkpoints that
   * stay.
   */
  public void discard(String cache) {
    discard(List.of(cache));
  }

  /** Destroys caches that were begun; nothing happens to those that were published. */
  public void discard(List<String> begun) {
    begun.forEach(caches::end);
    sweep();
  }

  /**
   * Makes a graph the only version of its name; those before are retired. It follows no tables any
   * more.
   */
  public void replaceGraph(GraphInfo graph) {
    replaceGraph(graph, () -> follows.remove(graph.name()));
  }

  /** The same of a graph that follows its tables from now on. */
  public void replaceGraph(GraphInfo graph, FollowRecord following) {
    replaceGraph(graph, () -> follows.put(following));
  }

  /**
   * The same of the next version of a graph that follows its tables.
   *
   * @param before what was known when its tables were read
   * @throws GraphemberException with code {@link NodeError#GRAPH_CHANGED} if it follows them no
   *     more, or another node has been faster
   */
  public void followGraph(GraphInfo graph, FollowRecord before, FollowRecord now) {
    replaceGraph(
        graph,
        () -> {
          final Optional<FollowRecord> found = follows.of(graph.name());
          final boolean made = found.filter(now::isSame).isPresent(); // the step is taken again
          if (!made && found.filter(before::isSame).isEmpty()) {
            throw new GraphemberException(
                NodeError.GRAPH_CHANGED,
                "Graph %s does not follow its tables any more, or another node has read them."
                    .formatted(graph.name()));
          }
          follows.put(now);
        });
  }

  /**
   * A graph follows its tables no more; its version stays.
   *
   * @return false if it followed none
   */
  public boolean endFollow(String graph) {
    return entries.again(
        () -> {
          majority.require("The end of following of graph " + graph);
          return follows.remove(graph);
        });
  }

  /**
   * Makes a graph the only version of its name.
   *
   * @param first changes what is said of its tables, in the same step
   */
  private void replaceGraph(GraphInfo graph, Runnable first) {
    point(
        "Loading graph " + graph.name(),
        Map.of(GraphVersions.path(graph.name()), Json.write(List.of(graph))),
        List.of(graph.cache()),
        () -> {
          first.run();
          return Set.copyOf(graph.caches()); // one may be of the version before
        },
        (path, before) ->
            versions.parsed(path, before).stream()
                .flatMap(version -> version.caches().stream())
                .distinct()
                .toList());
  }

  /**
   * Makes a graph the current version of its name; those before stay.
   *
   * @param base version that was added to
   * @throws GraphemberException with code {@link NodeError#GRAPH_CHANGED} if another version is
   *     current by now
   */
  public void addVersion(GraphInfo graph, long base) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  List<GraphInfo> all = new ArrayList<>(versions.of(graph.name()));
                  if (all.stream().noneMatch(v -> v.version() == graph.version())) {
                    GraphVersions.requireCurrent(graph.name(), all, base);
                    all.add(graph);
                    entries.put(GraphVersions.path(graph.name()), Json.write(all));
                    caches.current(graph.cache());
                    majority.require("Loading graph " + graph.name());
                  }
                  return graph;
                }));
    discard(graph.cache());
  }

  /**
   * Points paths to caches that were begun, and retires those before: all or nothing.
   *
   * @param kept names of the caches that stay nevertheless; asked first, in the same step
   */
  private void point(
      String operation,
      Map<String, String> texts,
      List<String> begun,
      Supplier<Set<String>> kept,
      BiFunction<String, String, List<String>> cachesOf) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final Set<String> stay = kept.get();
                  new TreeMap<>(texts)
                      .forEach(
                          (path, text) ->
                              entries
                                  .replace(path, text)
                                  .filter(before -> !before.equals(text))
                                  .map(before -> cachesOf.apply(path, before))
                                  .ifPresent(
                                      before ->
                                          before.stream()
                                              .filter(Predicate.not(stay::contains))
                                              .forEach(caches::retire)));
                  begun.forEach(caches::current);
                  majority.require(operation); // looked for when everything is locked
                  return true;
                }));
    discard(begun);
  }

  /** What is current changes: all or nothing. */
  private <T> T dropping(String operation, Supplier<T> step) {
    return entries.atOnce(
        () -> {
          T dropped = step.get();
          majority.require(operation); // looked for when everything is locked
          return dropped;
        });
  }

  /**
   * Drops a graph, all its versions, and what is kept of a load that nobody goes on with. Its
   * caches are destroyed soon after, see {@link #sweepSoon}.
   *
   * @param withResults true to drop what its jobs have left, too: all or nothing
   */
  public DroppedGraph dropGraph(String name, boolean withResults) {
    DroppedGraph dropped =
        dropping(
            "Dropping graph " + name,
            () ->
                new DroppedGraph(
                    dropVersions(name, graph -> true),
                    withResults
                        ? results.of(name).stream().map(found -> drop(found.name())).toList()
                        : List.of(),
                    withResults ? dropCheckpoints(name) : List.of()));
    staged.forgetIdle(name);
    sweepSoon();
    return dropped;
  }

  /**
   * What went with a graph.
   *
   * @param versions its versions, oldest first
   * @param results what its jobs had left
   * @param checkpoints numbers of the checkpoints that its jobs had left
   */
  public record DroppedGraph(
      List<GraphInfo> versions, List<JobResults> results, List<Long> checkpoints) {}

  /**
   * Drops one version of a graph; true if there was one. The newest that remains is the current
   * one.
   */
  public boolean dropVersion(String name, long version) {
    List<GraphInfo> dropped =
        dropping(
            "Dropping version %d of graph %s".formatted(version, name),
            () -> dropVersions(name, graph -> graph.version() == version));
    sweepSoon();
    return !dropped.isEmpty();
  }

  private List<Long> dropCheckpoints(String graph) {
    List<Long> dropped =
        checkpoints().stream()
            .filter(checkpoint -> checkpoint.graph().equals(graph))
            .map(StoredCheckpoint::id)
            .toList();
    dropped.forEach(checkpoints::end);
    return dropped;
  }

  private List<GraphInfo> dropVersions(String name, Predicate<GraphInfo> goes) {
    final boolean followed = follows.of(name).isPresent(); // its path comes before the versions'
    List<GraphInfo> all = versions.of(name);
    List<GraphInfo> kept = all.stream().filter(goes.negate()).toList();
    List<GraphInfo> dropped = all.stream().filter(goes).toList();
    if (!dropped.isEmpty() && kept.isEmpty()) {
      entries.remove(GraphVersions.path(name));
      entries.remove(Ownership.path(name));
      if (followed) {
        follows.remove(name);
      }
      retrains.endAll(name);
    } else if (!dropped.isEmpty()) {
      entries.put(GraphVersions.path(name), Json.write(kept));
    }
    final Set<String> needed =
        kept.stream().flatMap(graph -> graph.caches().stream()).collect(Collectors.toSet());
    dropped.stream()
        .flatMap(graph -> graph.caches().stream())
        .filter(Predicate.not(needed::contains))
        .forEach(caches::retire);
    return dropped;
  }

  /**
   * Drops what the runs of a job have left of a graph, all or nothing; what went, which may be
   * nothing. Who uses rows that were learned keeps them until it releases them.
   */
  public JobResults dropResults(String graph, String job) {
    JobResults dropped =
        dropping("Dropping the results of job " + job, () -> drop(new ResultName(graph, job)));
    sweepSoon();
    return dropped;
  }

  private JobResults drop(ResultName name) {
    return drop(name, Long.MAX_VALUE);
  }

  private JobResults drop(ResultName name, long newest) {
    final JobResults dropped = results.drop(name, newest, caches::retire, this::retireModel);
    if (results.find(name).isEmpty()) { // else a newer result stays, and what it followed
      previous.drop(name, caches::retire, this::retireModel);
      retrains.forget(name);
    }
    return dropped;
  }

  private void retireModel(String key) {
    caches.retire(UnusedCaches.model(key));
  }

  /**
   * The same of the model alone, of the rows that were learned with it, and of what was current
   * before.
   */
  public JobResults dropModel(String graph, String job) {
    final ResultName name = new ResultName(graph, job);
    JobResults dropped =
        dropping(
            "Dropping the model of job " + job,
            () -> {
              final JobResults gone = results.dropModel(name, caches::retire, this::retireModel);
              previous.drop(name, caches::retire, this::retireModel);
              retrains.forget(name);
              return gone;
            });
    sweepSoon();
    return dropped;
  }

  /**
   * Makes what was current of a job before its last run current again, the model and all that was
   * published, all or nothing; what was current until now is the previous from then on.
   *
   * @return what is current now
   * @throws GraphemberException with code {@link NodeError#RESTORE_REFUSED} if nothing is kept, or
   *     if that run is still publishing
   */
  public JobResults restoreResults(String graph, String job) {
    final ResultName name = new ResultName(graph, job);
    previous
        .of(name)
        .map(PreviousResults::run)
        .filter(caches::runs)
        .ifPresent(
            run -> {
              throw new GraphemberException(
                  NodeError.RESTORE_REFUSED,
                  "Job %d is publishing results of job %s: wait until it has ended, or cancel it with 'graphember cancel %d'."
                      .formatted(run, job, run));
            });
    final JobResults restored =
        dropping("Restoring the results of job " + job, () -> previous.swap(name, clock.millis()));
    views.follow(results::publications);
    return restored;
  }

  /** Jobs whose models are trained on when their graphs have changed. */
  public RetrainWatches retrains() {
    return retrains;
  }

  /** What was current of jobs before. */
  public PreviousEntries previous() {
    return previous;
  }

  /**
   * Says where a job writes checkpoints, in a cache that was begun: the last complete one stays
   * until the job is done, or the checkpoint is dropped.
   */
  public void beginCheckpoints(long job, String name, GraphInfo graph, String cache) {
    checkpoints.begin(
        new StoredCheckpoint(job, graph.name(), graph.version(), name, cache, clock.millis()));
  }

  /** Where a job writes checkpoints, or has written them; empty if it has none. */
  public Optional<StoredCheckpoint> checkpoint(long job) {
    return checkpoints.of(job);
  }

  /** Steps of the last complete checkpoint of a job; null if it has none. */
  public @Nullable Long keptStep(long job) {
    return checkpoints
        .of(job)
        .flatMap(checkpoint -> manifests.step(checkpoint.cache()))
        .orElse(null);
  }

  /** Says that a job is done: nobody needs its checkpoints any more. */
  public void endCheckpoints(long job) {
    checkpoints.end(job);
  }

  /** The checkpoints that jobs have left which are not done, by number. */
  public List<StoredCheckpoint> checkpoints() {
    return checkpoints.all();
  }

  /** Drops a checkpoint that a job has left. */
  public void dropCheckpoint(StoredCheckpoint checkpoint) {
    majority.require("Dropping checkpoint " + checkpoint.id());
    checkpoints.end(checkpoint.id());
    sweepSoon();
  }

  /** Who has made what. */
  public Ownership owners() {
    return new Ownership(entries);
  }

  /** What jobs have left. */
  public ResultEntries results() {
    return results;
  }

  /** Which results of a graph's jobs stay. */
  public Retention retention(String graph) {
    return retention.of(graph);
  }

  /**
   * Says which results of a graph's jobs stay; the others are dropped when their jobs have ended.
   * Their caches are destroyed soon after.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} if neither the graph is
   *     there nor results of it
   */
  public void setRetention(String graph, Retention rule) {
    if (results.of(graph).isEmpty()) {
      versions.find(graph, null);
    }
    entries.again(
        () -> {
          majority.require("The retention of graph " + graph);
          retention.set(graph, rule);
          dropOutdated();
          return true;
        });
    sweepSoon();
  }

  /** The current publications of a kind, one for each vertex type that has one. */
  public List<Publication> publications(String graph, String job, String kind) {
    return results.publications(graph, job, kind);
  }

  /**
   * Makes publications the current ones, those of all kinds at once, also for SQL; those before are
   * destroyed.
   *
   * @param run whose they are: what was current before it began to publish may stay
   * @param byKind publications of each kind
   * @return the same, with the time
   */
  public Map<String, List<Publication>> publish(
      String graph, String job, PublishingRun run, Map<String, List<Publication>> byKind) {
    final long now = clock.millis();
    Map<String, List<Publication>> published = new TreeMap<>();
    Map<String, String> texts = new TreeMap<>();
    byKind.forEach(
        (kind, drafts) -> {
          List<Publication> all = drafts.stream().map(draft -> draft.createdAt(now)).toList();
          published.put(kind, all);
          texts.put(ResultEntries.publicationPath(graph, job, kind), Json.write(all));
        });
    point(
        "Job " + job,
        texts,
        byKind.values().stream().flatMap(List::stream).map(Publication::cache).toList(),
        () -> kept(new ResultName(graph, job), run),
        results::caches);
    return published;
  }

  /** Names of what stays of before a run, whatever it makes current. */
  private Set<String> kept(ResultName name, PublishingRun run) {
    return previous
        .beforeStep(name, run, caches::retire, this::retireModel)
        .map(
            before ->
                Stream.concat(
                        before.all().stream().map(Publication::cache),
                        Stream.ofNullable(before.model())
                            .map(ModelPointer::key)
                            .map(UnusedCaches::model))
                    .collect(Collectors.toSet()))
        .orElse(Set.of());
  }

  /** Says that this node begins to write a model. It is removed unless it is published. */
  void beginModel(String key) {
    begin(UnusedCaches.model(key));
  }

  /** Removes a model that was begun; nothing happens if it was published. */
  void discardModel(String key) {
    discard(UnusedCaches.model(key));
  }

  /**
   * Makes a model that was begun the current one of a job.
   *
   * @param run whose it is: what was current before it began to publish may stay
   * @param draft where it is
   */
  void publishModel(ResultName name, PublishingRun run, ModelPointer draft) {
    ModelPointer pointer = draft.createdAt(clock.millis());
    point(
        "Job " + name.job(),
        Map.of(ResultEntries.modelPath(name.graph(), name.job()), Json.write(pointer)),
        List.of(UnusedCaches.model(pointer.key())),
        () -> kept(name, run),
        (path, before) ->
            results.modelKey(path, before).map(UnusedCaches::model).stream().toList());
  }

  /**
   * A version of a graph, whose cache stays until {@link #release} or the coordinator leaves.
   *
   * @param version null for the current one
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  public GraphInfo use(long job, UUID coordinator, String name, @Nullable Long version) {
    return use(String.valueOf(job), coordinator, name, version);
  }

  /**
   * The current version of a graph, whose cache stays until {@link #releaseBase} or the node
   * leaves.
   *
   * @param version number of the version that is loaded
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  public GraphInfo useBase(long version, UUID node, String name) {
    return use("load-" + version, node, name, null);
  }

  private GraphInfo use(String user, UUID node, String name, @Nullable Long version) {
    // Reading takes the lock of the name: no other version comes in between.
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  GraphInfo graph = versions.find(name, version);
                  caches.use(user, node, graph.cache());
                  graph
                      .sealedVersion()
                      .ifPresent(base -> caches.use(user + SEALED, node, base.cache()));
                  return graph;
                }));
  }

  /**
   * Says that a job is making results: retention leaves those of its name alone until {@link
   * #release} or the coordinator leaves, so that a model is not taken while its predictions are
   * written.
   *
   * @param name name of the job
   */
  public void useResults(long job, UUID coordinator, String graph, String name) {
    uses.results(job, coordinator, new ResultName(graph, name));
  }

  /**
   * Keeps rows that were learned with a model, or tables of embeddings, until {@link #release} or
   * the coordinator leaves, though their job may replace them meanwhile, or somebody drop them.
   *
   * @param cache where they are
   * @return false if they have been replaced already
   */
  public boolean useRows(long job, UUID coordinator, String cache) {
    return uses.rows(job, coordinator, cache);
  }

  /**
   * Keeps a model until {@link #release} or the coordinator leaves, though its job may replace it.
   *
   * @param key its key
   */
  void useModel(long job, UUID coordinator, String key) {
    uses.model(job, coordinator, key);
  }

  /**
   * Keeps the checkpoint of another job, which a job begins with, until {@link #release} or the
   * coordinator leaves.
   *
   * @param cache where it is
   * @return false if it is gone already
   */
  public boolean useCheckpoint(long job, UUID coordinator, String cache) {
    return uses.origin(job, coordinator, cache);
  }

  /** Says that a job is over; of its checkpoints the last complete one stays. */
  public void release(long job) {
    if (keptStep(job) == null) {
      endCheckpoints(job);
    }
    uses.release(job);
    release(String.valueOf(job));
  }

  /** Says that a load has read what it adds to. */
  public void releaseBase(long version) {
    release("load-" + version);
  }

  private void release(String user) {
    caches.release(user);
    caches.release(user + SEALED);
    sweep();
  }

  /**
   * Drops results that are not to stay, if there is a majority; points views to the current
   * publications, and then destroys caches that nothing points to and nobody uses. These need none:
   * they were dropped with one, or never became current. Waits for that. Ignite destroys a hundred
   * caches in the exchange that it needs for one, so sweeps of a node are shared.
   */
  public void sweep() {
    sweeps.call();
  }

  /**
   * The same, soon: to destroy a cache takes as long as all nodes need to agree on it, too long for
   * the few threads that take the requests of all clients. What cannot be swept is named in the
   * log, and stays for the next load, job or drop.
   */
  public void sweepSoon() {
    sweeps
        .callSoon(background)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.warning("Caches that nobody uses stay for now: " + failure.getMessage());
              }
            });
  }

  /** Sweeps, soon, if caches have waited for nodes with their files, which are here by now. */
  public void sweepWaiting() {
    if (caches.mayGoOn()) {
      sweepSoon();
    }
  }

  private boolean sweepOnce() {
    return entries.again(
        () -> {
          if (majority.holds()) { // the only copies may be here
            dropOutdated();
          }
          views.follow(results::publications);
          caches.destroy(keptCaches());
          return true;
        });
  }

  private List<String> keptCaches() {
    KeptCheckpoints.Staying staying = checkpoints.sweep();
    Set<StoredCheckpoint> outdated =
        majority.holds() ? Set.copyOf(retention.outdatedCheckpoints(staying.ended())) : Set.of();
    outdated.forEach(checkpoint -> checkpoints.end(checkpoint.id()));
    return Stream.concat(
            Stream.concat(staying.running().stream(), staying.ended().stream())
                .filter(Predicate.not(outdated::contains))
                .map(StoredCheckpoint::cache),
            staged.kept().stream())
        .toList();
  }

  private void dropOutdated() {
    for (JobResults outdated : retention.outdated(versions::has, caches::used)) {
      // What the job has published since it was looked for is newer, and stays.
      entries.atOnce(() -> drop(outdated.name(), outdated.version()));
    }
  }
}
