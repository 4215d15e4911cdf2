// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.catalog.StoredModel;
import io.graphember.ignite.check.RegionRoom;
import io.graphember.ignite.live.JobPlan;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.transport.OwnerCalls;
import io.graphember.ingest.Split;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;

/**
 * Runs one job from the node that took it: opens slabs, starts trainers, publishes, frees. Whatever
 * happens, slabs are freed and a half-made publication is destroyed.
 */
final class JobCoordinator implements Runnable, Cancellation {
  private static final int OPEN_ATTEMPTS = 5;

  /** Key, header, fields and index entry of a published result. */
  private static final long ENTRY_BYTES = 200;

  /** A buffer of an engine holds 2 GiB. */
  private static final int MOST_PARAMETERS = (1 << 29) - 1;

  private final Ignite ignite;
  private final NodeCalls calls;
  private final Backends backends;
  private final GraphCatalog graphs;
  private final JobCatalog jobs;
  private final ModelCatalog models;
  private final RegionRoom room;
  private final GraphemberCaches caches;
  private final LiveStore live;
  private final GraphemberConfiguration configuration;
  private final JobSettings settings;
  private final long job;
  private final JobMonitor monitor;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private Failover failover; // once slabs are open
  private volatile boolean cancelled;

  JobCoordinator(
      Ignite ignite,
      NodeCalls calls,
      Backends backends,
      GraphCatalog graphs,
      JobCatalog jobs,
      ModelCatalog models,
      RegionRoom room,
      GraphemberCaches caches,
      LiveStore live,
      GraphemberConfiguration configuration,
      JobSettings settings,
      long job) {
    this.ignite = ignite;
    this.calls = calls;
    this.backends = backends;
    this.graphs = graphs;
    this.jobs = jobs;
    this.models = models;
    this.room = room;
    this.caches = caches;
    this.live = live;
    this.configuration = configuration;
    this.settings = settings;
    this.job = job;
    JobState begun =
        new JobState(
            job,
            settings.name(),
            settings.graph().name(),
            JobState.Status.RUNNING,
            JobPhase.OPEN.text(),
            settings.training().epochs(),
            List.of(),
            null);
    this.monitor = new JobMonitor(jobs, begun);
    jobs.begin(begun, calls.self());
  }

  JobMonitor monitor() {
    return monitor;
  }

  void cancel() {
    cancelled = true;
  }

  /** The node has no thread for it. */
  void refused(GraphemberException reason) {
    end(JobState.Status.FAILED, ErrorInfo.of(reason));
  }

  @Override
  public boolean requested() {
    return cancelled;
  }

  @Override
  public void run() {
    long started = System.nanoTime();
    try {
      jobs.put(runJob(started));
      end(JobState.Status.DONE, null);
    } catch (GraphemberException e) {
      if (e.is(SpiError.CANCELLED)) {
        end(JobState.Status.CANCELLED, null);
      } else {
        end(JobState.Status.FAILED, ErrorInfo.of(e));
      }
    } catch (RuntimeException e) {
      ignite.log().error("Job " + job + " failed", e);
      end(JobState.Status.FAILED, internal(e));
    } catch (Error e) {
      end(JobState.Status.FAILED, internal(e));
      throw e;
    }
  }

  private ErrorInfo internal(Throwable failure) {
    return new ErrorInfo(
        SpiError.INTERNAL.name(),
        SpiError.INTERNAL.category(),
        "Job %d failed: %s; the log of its coordinator has more.".formatted(job, failure));
  }

  private void end(JobState.Status status, ErrorInfo error) {
    try {
      monitor.end(status, error);
    } catch (RuntimeException e) {
      // A node that stops cannot write any more; the others see that the coordinator is gone.
      ignite.log().warning("The end of job " + job + " could not be written: " + e.getMessage());
    }
  }

  private JobResult runJob(long started) {
    String backend = backends.choose(settings.backend());
    GraphInfo graph =
        graphs.use(job, calls.self(), settings.graph().name(), settings.graph().version());
    try {
      return runJob(started, graph, backend);
    } finally {
      release();
    }
  }

  private void release() {
    try {
      graphs.release(job);
    } catch (RuntimeException e) {
      // Not instead of how the job ended.
      ignite.log().warning("Job %d still holds its graph: %s".formatted(job, e.getMessage()));
    }
  }

  private JobResult runJob(long started, GraphInfo graph, String backend) {
    GraphFit.require(graph, settings);
    ModelSpec spec = settings.model().spec(graph.featureDim(), graph.classNames().size());
    requireSize(spec);
    float[] start = startParameters(graph, spec);
    JobNodes nodes = null;
    List<NodeCounts> counts = null;
    try {
      nodes = open(graph, backend);
      failover = new Failover(ignite, calls, configuration, nodes);
      SplitVertices split = split(nodes);
      TrainerResult trained = train(nodes, split, start);
      models.put(
          graph.name(),
          settings.name(),
          new StoredModel(spec, graph.version(), trained.parameters));
      Map<String, Publication> publications = publish(nodes, graph, trained.parameters);
      counts = nodes.release();
      seconds.put("total", TrainerRunner.secondsSince(started));
      return result(graph, trained, publications, counts);
    } finally {
      if (nodes != null && counts == null) {
        nodes.cancel();
        nodes.release();
      }
    }
  }

  private static void requireSize(ModelSpec spec) {
    try {
      if (spec.layout().length() <= MOST_PARAMETERS) {
        return;
      }
    } catch (ArithmeticException e) {
      // even more
    }
    throw new GraphemberException(
        TrainingError.TASK_UNFIT,
        "model.hidden = %d with %d layers, %d features and %d classes: more than %d parameters."
            .formatted(
                spec.hiddenDim(),
                spec.layers(),
                spec.inputDim(),
                spec.outputDim(),
                MOST_PARAMETERS));
  }

  /** Parameters to start from; empty for random ones. */
  private float[] startParameters(GraphInfo graph, ModelSpec spec) {
    String from = settings.model().from();
    return from == null ? new float[0] : models.parameters(graph.name(), from, spec);
  }

  /** Opens slabs; plans again in a new placement epoch when the topology has moved on. */
  private JobNodes open(GraphInfo graph, String backend) {
    final long started = System.nanoTime();
    Placement placement = new Placement(ignite);
    for (int epoch = 1; ; epoch++) {
      check();
      JobPlan plan = placement.plan(job, epoch, graph, settings, backend);
      JobNodes nodes = new JobNodes(calls, plan);
      List<CompletableFuture<Boolean>> opened = new ArrayList<>();
      for (UUID node : nodes.all()) {
        opened.add(nodes.send(node, new OpenCall(plan)));
      }
      try {
        nodes.await(opened, this, () -> {});
        seconds.put(JobPhase.OPEN.text(), TrainerRunner.secondsSince(started));
        return nodes;
      } catch (RuntimeException e) {
        nodes.release();
        boolean moved =
            e instanceof GraphemberException known
                && (known.is(NodeError.NOT_OWNER) || known.is(NodeError.NODE_LOST));
        if (!moved || epoch == OPEN_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private SplitVertices split(JobNodes nodes) {
    JobPlan plan = nodes.plan();
    List<Integer> partitions = IntStream.range(0, plan.owners().length).boxed().toList();
    CompletableFuture<List<PartitionLabels>> labels =
        new OwnerCalls(calls, live.get(job, plan.epoch()).owners())
            .send(
                partitions,
                Integer::intValue,
                (owner, some) ->
                    nodes.send(owner, new LabelsCall(job, plan.epoch(), some)).thenApply(List::of));
    List<PartitionLabels> byPartition = await(nodes, List.of(labels), Set.of()).get(0);
    SplitVertices split =
        settings.training().split() == null
            ? givenSplit(byPartition)
            : SplitVertices.draw(
                select(byPartition, null), settings.training().split(), settings.seed());
    if (split.train().size() == 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "The train split of graph %s is empty: name split files in source.split, or fractions in training.split."
              .formatted(settings.graph().name()));
    }
    return split;
  }

  /** Waits, and makes good the loss of nodes meanwhile. */
  private <R> List<R> await(JobNodes nodes, List<CompletableFuture<R>> work, Set<UUID> busy) {
    return nodes.await(work, this, () -> failover.repair(busy, this));
  }

  private SplitVertices givenSplit(List<PartitionLabels> byPartition) {
    int unlabeled = 0;
    for (PartitionLabels labels : byPartition) {
      unlabeled += labels.splitWithoutLabel;
    }
    if (unlabeled > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Vertices without a label are in the splits of graph %s, %d of them: only a labelled vertex may be in a split."
              .formatted(settings.graph().name(), unlabeled));
    }
    return new SplitVertices(
        select(byPartition, Split.TRAIN),
        select(byPartition, Split.VALID),
        select(byPartition, Split.TEST));
  }

  /** Labelled vertices of a split, or of all for null, in ascending order of vid. */
  private static LabeledVertices select(List<PartitionLabels> byPartition, Split split) {
    LongArray vids = new LongArray(1024);
    IntArray labels = new IntArray(1024);
    for (PartitionLabels partition : byPartition) {
      for (int i = 0; i < partition.vids.length; i++) {
        if (split == null || partition.splits[i] == split.code()) {
          vids.add(partition.vids[i]);
          labels.add(partition.labels[i]);
        }
      }
    }
    return new LabeledVertices(vids.toArray(), labels.toArray());
  }

  private TrainerResult train(JobNodes nodes, SplitVertices split, float[] start) {
    UUID[] trainers = nodes.plan().trainers();
    List<CompletableFuture<TrainerResult>> sent = new ArrayList<>();
    for (int rank = 0; rank < trainers.length; rank++) {
      sent.add(
          nodes.send(
              trainers[rank], new TrainerCall(job, nodes.plan().epoch(), rank, split, start)));
    }
    TrainerResult trained = await(nodes, sent, new HashSet<>(Arrays.asList(trainers))).get(0);
    monitor.epochs(trained.epochs());
    seconds.put(JobPhase.TRAIN.text(), trained.trainSeconds);
    seconds.put(JobPhase.BASELINE.text(), trained.baselineSeconds);
    return trained;
  }

  private Map<String, Publication> publish(JobNodes nodes, GraphInfo graph, float[] parameters) {
    Map<String, Publication> publications = new LinkedHashMap<>();
    if (settings.publish().predictions()) {
      publications.put("predictions", newPublication("predictions", graph));
    }
    if (settings.publish().embeddings()) {
      publications.put("embeddings", newPublication("embeddings", graph));
    }
    if (publications.isEmpty()) {
      return publications;
    }
    monitor.phase(JobPhase.PUBLISH);
    final long started = System.nanoTime();
    room.require(publishedBytes(graph), "What job " + settings.name() + " publishes", this);
    try {
      for (Publication publication : publications.values()) {
        graphs.begin(publication.cache());
        ignite.createCache(caches.publication(publication.cache()));
      }
      CompletableFuture<Long> published =
          publish(
              nodes,
              IntStream.range(0, graph.partitions()).toArray(),
              partitions ->
                  new PublishCall(
                      job,
                      nodes.plan().epoch(),
                      partitions,
                      parameters,
                      cacheOf(publications.get("predictions")),
                      cacheOf(publications.get("embeddings"))));
      await(nodes, List.of(published), Set.of());
      check();
      publications.values().forEach(p -> graphs.publish(graph.name(), settings.name(), p));
    } catch (RuntimeException e) {
      publications.values().forEach(p -> graphs.discard(p.cache()));
      throw e;
    }
    seconds.put(JobPhase.PUBLISH.text(), TrainerRunner.secondsSince(started));
    return publications;
  }

  /**
   * Has partitions published by nodes that can; those of a node that leaves by others, all of them
   * again, since an entry that is written twice is the same. How many vertices there were.
   */
  private CompletableFuture<Long> publish(
      JobNodes nodes, int[] partitions, Function<int[], PublishCall> call) {
    CompletableFuture<Long> published = CompletableFuture.completedFuture(0L);
    for (Map.Entry<UUID, int[]> part : nodes.predictors(partitions).entrySet()) {
      UUID node = part.getKey();
      CompletableFuture<Long> here =
          nodes
              .send(node, call.apply(part.getValue()))
              .handle(
                  (count, failure) -> {
                    if (failure == null) {
                      return CompletableFuture.completedFuture(count);
                    }
                    return calls.isLoss(node, failure)
                        ? publish(nodes, part.getValue(), call)
                        : CompletableFuture.<Long>failedFuture(failure);
                  })
              .thenCompose(Function.identity());
      published = published.thenCombine(here, Long::sum);
    }
    return published;
  }

  /** Bytes of all entries, about. */
  private long publishedBytes(GraphInfo graph) {
    ModelSpec spec = settings.model().spec(graph.featureDim(), graph.classNames().size());
    long entry = 0;
    entry += settings.publish().predictions() ? ENTRY_BYTES + 4L * spec.outputDim() : 0;
    entry += settings.publish().embeddings() ? ENTRY_BYTES + 4L * spec.embeddingDim() : 0;
    return entry * graph.vertices();
  }

  private static String cacheOf(Publication publication) {
    return publication == null ? null : publication.cache();
  }

  private Publication newPublication(String kind, GraphInfo graph) {
    long version = graphs.nextVersion();
    String cache = GraphemberCaches.publicationCache(graph.name(), settings.name(), kind, version);
    return new Publication(
        kind,
        cache,
        version,
        graph.version(),
        graph.vertices(),
        graph.stringKeys(),
        graph.vertexTypes().get(0).keys());
  }

  private JobResult result(
      GraphInfo graph,
      TrainerResult trained,
      Map<String, Publication> publications,
      List<NodeCounts> counts) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("graphember", GraphemberVersion.current());
    versions.put("ignite", ignite.version().toString());
    versions.put("java", Runtime.version().toString());
    versions.put("engine", trained.engineVersion);
    return new JobResult(
        job,
        settings.name(),
        settings.seed(),
        graph,
        trained.epochs(),
        trained.bestEpoch,
        trained.test(),
        seconds,
        counts.stream().mapToLong(NodeCounts::bytesMoved).sum(),
        counts,
        publications,
        versions);
  }
}
