// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Vector;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.inference.layerwise.InferenceShare;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.order.PartitionOrder;
import io.graphember.inference.order.VertexOrder;
import io.graphember.inference.slice.Slice;
import io.graphember.jobs.backend.SliceEngines;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.LiveInference;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.jobs.publish.VertexWriters;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteInferencePeers;
import io.graphember.jobs.watchdog.EngineWatch;
import io.graphember.jobs.watchdog.WatchedJob;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowMatrix;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.model.Program;
import io.graphember.training.footprint.GraphSize;
import io.graphember.training.footprint.SliceMemory;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.task.Objective;
import jakarta.inject.Inject;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Opens shares of layer-wise passes on this node: results of the partitions that it is given, into
 * caches by the user's key. Partitions that lie on other nodes are read from the graph's cache for
 * the time of the job. Safe for use by several threads.
 */
public final class InferenceRunner {
  private static final long DRAWS = 0x494E464552L; // a stream of its own

  private final Caches all;
  private final NodeCalls calls;
  private final NodeThreads threads;
  private final SliceEngines engines;
  private final EngineWatch watch;
  private final NativeMemory nativeMemory;
  private final InferenceFolders folders;

  @Inject
  InferenceRunner(
      Caches all,
      InferenceFolders folders,
      NodeCalls calls,
      NodeThreads threads,
      SliceEngines engines,
      EngineWatch watch,
      NativeMemory nativeMemory) {
    this.watch = watch;
    this.nativeMemory = nativeMemory;
    this.all = all;
    this.calls = calls;
    this.threads = threads;
    this.engines = engines;
    this.folders = folders;
  }

  /**
   * Opens a share.
   *
   * @param computing node that computes the results of each partition
   * @param content what is computed with
   * @param caches where results are written
   * @throws io.graphember.spi.error.GraphemberException if what has to be read does not fit the
   *     memory budget
   */
  LiveInference open(LiveJob job, UUID[] computing, InferenceContent content, VertexCaches caches) {
    final int[] here =
        IntStream.range(0, job.graph().partitions())
            .filter(p -> computing[p].equals(calls.self()))
            .toArray();
    MemoryBudget.Reservation memory =
        job.budget()
            .take(
                missingBytes(job, here) + content.archive().length,
                "Job %d on graph %s, for partitions of other nodes,"
                    .formatted(job.plan().job(), job.graph().name()));
    try {
      return open(job, computing, partitions(job, here), content, caches, memory);
    } catch (RuntimeException | Error e) { // a full heap must not keep the budget too
      memory.close();
      throw e;
    }
  }

  private LiveInference open(
      LiveJob job,
      UUID[] computing,
      Map<Integer, GraphPartition> partitions,
      InferenceContent content,
      VertexCaches caches,
      MemoryBudget.Reservation memory) {
    reserveRunners(job, content);
    SlicedModel model = watched(job, content, model(job, content));
    VertexOrder order = order(job.settings().layerwise());
    final int dim = job.rowDim(RowKind.VERTICES);
    memory.grow(
        partitions.values().stream()
            .mapToLong(
                p ->
                    PartitionOrder.estimateBytes(order, p.topology().vertices())
                        + (content.learned().isPresent()
                            ? CheckpointedEmbeddings.estimateBytes(p.topology().masters(), dim)
                            : 0))
            .sum());
    PublishedLayers rows = PublishedLayers.of(model.slices(), job.settings());
    Set<Integer> published = rows.published(caches.embeds());
    InferenceFolders.Folder folder = folders.open(job, content, model.slices(), published);
    InferenceShare share = share(job, computing, content, model, partitions, order, folder);
    VertexWriters writers = new VertexWriters(all, caches);
    return new NodeInference(
        share,
        new Output(
            rows,
            published,
            job.task(),
            job.settings().ofModel().task().objective(),
            partitions,
            writers),
        new InferenceProgress(calls, job),
        folder,
        writers,
        memory);
  }

  /** Rows in memory are found fastest by their local numbers. */
  private static VertexOrder order(InferenceSettings settings) {
    return settings.rows() == InferenceSettings.Rows.MEMORY
        ? VertexOrder.PDS
        : VertexOrder.valueOf(settings.order().name());
  }

  private InferenceShare share(
      LiveJob job,
      UUID[] computing,
      InferenceContent content,
      SlicedModel model,
      Map<Integer, GraphPartition> partitions,
      VertexOrder order,
      InferenceFolders.Folder folder) {
    try {
      return new InferenceShare(
          model,
          partitions.values().stream().map(p -> read(p, order, input(job, content, p))).toList(),
          job.graph().partitions(),
          new RemoteInferencePeers(calls, job, computing, TrainerRunner.replies(job)),
          threads.workers(job.quota()),
          job,
          draws(job),
          folder.storage());
    } catch (RuntimeException | Error e) { // another job of its name may use the folder
      folder.close();
      throw e;
    }
  }

  private SlicedModel model(LiveJob job, InferenceContent content) {
    return job.settings().layerwise().slices() != null
        ? engines.open(content.engine(), content.slices())
        : engines
            .open(content.engine())
            .model(job.settings().ofModel().spec(job.task().shape()), content.parameters());
  }

  /** Keeps native memory for the engine that computes slices; the kernels take none. */
  private void reserveRunners(LiveJob job, InferenceContent content) {
    engines
        .memory(content.engine())
        .ifPresent(
            engine ->
                job.keep(
                    nativeMemory.take(
                        name(content),
                        engine.baseBytes(),
                        SliceMemory.bytes(programs(job, content), engine, batches(job.graph())),
                        "Job %d on graph %s, for inference by %s,"
                            .formatted(job.plan().job(), job.graph().name(), name(content)),
                        job.memory().nativeOfUser())));
  }

  private static List<Program> programs(LiveJob job, InferenceContent content) {
    List<Slice> slices =
        job.settings().layerwise().slices() != null
            ? content.slices().slices()
            : Slice.of(job.settings().ofModel().spec(job.task().shape()));
    return slices.stream().map(Slice::program).toList();
  }

  /** At worst each worker has one of the vertices with the most in-edges. */
  private SliceMemory.Batches batches(GraphInfo graph) {
    final int workers = threads.workers().count();
    final long largest =
        new GraphSize(graph.vertices(), graph.edges(), graph.inDegrees())
            .inEdges(workers, UniformNeighbors.ALL);
    return new SliceMemory.Batches(
        workers,
        (long) workers * SlicedModel.BATCH_ROWS,
        Math.max((long) workers * SlicedModel.BATCH_EDGES, largest + workers),
        graph.edgeTypes().size());
  }

  private static String name(InferenceContent content) {
    return content.engine().name().toLowerCase(Locale.ROOT);
  }

  private SlicedModel watched(LiveJob job, InferenceContent content, SlicedModel model) {
    final WatchedJob watched = new WatchedJob(job.plan().job(), job.plan().coordinator(), job);
    return new SlicedModel(
        model.slices(),
        model.selfLoops(),
        slice -> watch.watch(model.runners().apply(slice), name(content), watched));
  }

  /** Rows of features, and those that were learned for vertices without. */
  private RowMatrix input(LiveJob job, InferenceContent content, GraphPartition partition) {
    final int dim = job.rowDim(RowKind.VERTICES);
    final int masters = partition.topology().masters();
    return content
        .learned()
        .map(kept -> kept.read(all, job, partition.number(), masters, dim))
        .map(partition::inputRows)
        .orElseGet(() -> partition.inputRows(dim));
  }

  private static InferencePartition read(
      GraphPartition partition, VertexOrder order, RowMatrix input) {
    return new InferencePartition(
        partition.number(),
        partition.topology(),
        partition.edgeData(),
        input,
        PartitionOrder.of(order, partition.topology()));
  }

  private static NeighborDraws draws(LiveJob job) {
    final int fanout = job.settings().layerwise().mostNeighbors();
    return fanout == UniformNeighbors.ALL
        ? NeighborDraws.NONE
        : new NeighborDraws(fanout, CounterRandom.child(job.settings().seed(), DRAWS));
  }

  private static long missingBytes(LiveJob job, int[] here) {
    return job.graphBytes(
        IntStream.of(here).filter(p -> Arrays.binarySearch(job.held(), p) < 0).toArray());
  }

  /** The partitions that are computed here: those that the job has here, others from the cache. */
  private Map<Integer, GraphPartition> partitions(LiveJob job, int[] here) {
    final GraphBlocks blocks = GraphBlocks.of(all, job.graph());
    final int[] held = job.held();
    Map<Integer, GraphPartition> partitions = new TreeMap<>();
    for (int p : here) {
      partitions.put(p, Arrays.binarySearch(held, p) >= 0 ? job.partition(p) : job.load(p, blocks));
    }
    return partitions;
  }

  /** Writes predictions from the last layer, and embeddings from it or from the one before. */
  private record Output(
      PublishedLayers columns,
      Set<Integer> published,
      GraphTask task,
      Objective learned,
      Map<Integer, GraphPartition> partitions,
      VertexWriters writers)
      implements LayerOutput {

    private GraphPartition partition(int number) {
      GraphPartition partition = partitions.get(number);
      if (partition == null) {
        throw new IllegalArgumentException("not computed here: partition " + number);
      }
      return partition;
    }

    @Override
    public void accept(
        int layer, int partition, int[] masters, int count, float[] rows, int stride) {
      if (!published.contains(layer)) {
        return;
      }
      final boolean predicts = layer == columns.last();
      final boolean embeds = layer == columns.embedding();
      GraphPartition of = partition(partition);
      PartitionTypes types = of.topology().types();
      FloatBuffer scores = FloatBuffer.wrap(rows);
      for (int i = 0; i < count; i++) {
        final int type = types.vertexType(masters[i]);
        if (!writers.writes(type)) {
          continue;
        }
        final int at = i * stride;
        final Object key = of.keyAt(masters[i]);
        if (predicts) {
          writers.outputs(type, key, scores, at, learned, task);
        }
        if (embeds) {
          writers
              .embeddings(type)
              .add(
                  key, () -> new Vector(Arrays.copyOfRange(rows, at, at + columns.embeddingDim())));
        }
      }
    }
  }
}
