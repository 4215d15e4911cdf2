// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.BlockKey;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.submit.Adoption;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Nodes of one process that share caches and a catalog. A partition has its primary copy on one
 * node and the others on those that follow; a node that is lost takes its copies with it, calls to
 * it fail. Safe for use by several threads.
 */
final class LocalCluster implements AutoCloseable {
  private final JobLimits limits;
  private final NodeLimits nodeLimits;
  private final int copies;
  private final LocalEntries entries = new LocalEntries();
  private final Map<String, Map<Object, Object>> caches = new ConcurrentHashMap<>();
  private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
  private final Map<String, Set<Integer>> lost = new ConcurrentHashMap<>();
  private final List<LocalNode> nodes = new CopyOnWriteArrayList<>();
  private final List<LocalNode> gone = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final List<Consumer<NodeCall<?>>> callListeners = new CopyOnWriteArrayList<>();

  /**
   * A cluster of nodes that all store graphs and run trainers.
   *
   * @param copies of each partition, 1 or more
   */
  LocalCluster(int nodes, int copies, JobLimits limits) {
    this(nodes, copies, limits, new NodeLimits(4, 4, 4, 0));
  }

  /** The same with limits of each node. */
  LocalCluster(int nodes, int copies, JobLimits limits, NodeLimits nodeLimits) {
    this.nodeLimits = nodeLimits;
    this.limits = limits;
    this.copies = copies;
    caches.put(CacheNames.JOBS, new ConcurrentHashMap<>());
    caches.put(CacheNames.MODELS, new ConcurrentHashMap<>());
    for (int i = 0; i < nodes; i++) {
      this.nodes.add(node(i + 1, "node-" + i));
    }
    this.nodes.forEach(node -> node.part(Adoption.class).look());
  }

  private LocalNode node(int id, String name) {
    return new LocalNode(this, new Node(new UUID(0, id), name, true, true, 2, 0));
  }

  /** Hears of every call between nodes, before it is run; also of nodes that join later. */
  void onCall(Consumer<NodeCall<?>> listener) {
    callListeners.add(listener);
    nodes.forEach(node -> node.onCall(listener));
  }

  /** States and results of jobs as a client sees them, whichever nodes are lost. */
  JobCatalog jobs() {
    return new JobCatalog(new LocalCaches(this, new UUID(0, 0)));
  }

  /** A node joins, and has its share of the partitions at once. */
  synchronized LocalNode join() {
    final int number = nodes.size() + gone.size();
    final LocalNode joined = node(number + 1, "node-" + number);
    callListeners.forEach(joined::onCall);
    nodes.add(joined);
    nodes.forEach(node -> node.part(Adoption.class).look());
    return joined;
  }

  JobLimits limits() {
    return limits;
  }

  NodeLimits nodeLimits() {
    return nodeLimits;
  }

  LocalEntries entries() {
    return entries;
  }

  /** Nodes that are there, the oldest first. */
  List<LocalNode> nodes() {
    return nodes;
  }

  /** What nodes have warned of. */
  List<String> warnings() {
    return warnings;
  }

  LocalNode node(int number) {
    return nodes.get(number);
  }

  /** True unless a node was killed. */
  boolean alive(UUID node) {
    return gone.stream().noneMatch(other -> other.self().id().equals(node));
  }

  /** What a node does that was killed has no effect. */
  void requireAlive(UUID node) {
    if (!alive(node)) {
      throw new IllegalStateException("node " + node + " was killed");
    }
  }

  /** Changes with every node that joins or leaves. */
  long topologyVersion() {
    return nodes.size() + 2L * gone.size();
  }

  /** The nodes with a copy of each partition of a cache, the primary one first. */
  synchronized List<List<UUID>> copies(String cache) {
    List<LocalNode> here = List.copyOf(nodes);
    return IntStream.range(0, partitions.getOrDefault(cache, 1))
        .mapToObj(
            p ->
                IntStream.range(0, Math.min(copies, here.size()))
                    .mapToObj(copy -> here.get((p + copy) % here.size()).self().id())
                    .toList())
        .toList();
  }

  boolean holds(UUID node, String cache, long key) {
    final int partition = BlockKey.partition(key);
    return !lost(cache).contains(partition) && copies(cache).get(partition).contains(node);
  }

  Set<Integer> lost(String cache) {
    return lost.getOrDefault(cache, Set.of());
  }

  Map<Object, Object> cache(String name) {
    return caches.get(name);
  }

  Set<String> cacheNames() {
    return Set.copyOf(caches.keySet());
  }

  int partitions(String cache) {
    return partitions.get(cache);
  }

  void create(String cache, int partitionCount) {
    caches.put(cache, new ConcurrentHashMap<>());
    partitions.put(cache, partitionCount);
  }

  void destroy(String cache) {
    caches.remove(cache);
    partitions.remove(cache);
  }

  /** A node is gone at once, as when its process is killed. */
  void kill(LocalNode node) {
    synchronized (this) {
      for (String cache : partitions.keySet()) {
        List<List<UUID>> held = copies(cache);
        for (int p = 0; p < held.size(); p++) {
          if (held.get(p).equals(List.of(node.self().id()))) {
            lost.computeIfAbsent(cache, name -> new HashSet<>()).add(p);
          }
        }
      }
      nodes.remove(node);
      gone.add(node);
    }
    node.die();
    nodes.forEach(other -> other.left(node.self().id()));
  }

  /** Loads the graph of a job. */
  GraphInfo load(JobSettings job) {
    try (GraphSource source =
        GraphSource.open(job.source(), Path.of("").toAbsolutePath(), ReadProgress.NONE)) {
      PartitionedGraph built = PartitionedGraph.load(source, job.graph());
      final long version = node(0).graphs().nextVersion();
      GraphInfo graph =
          LoadedGraph.info(
              job.graph(), job.graph().partitioner(), version, source.header(), built.summary());
      create(graph.cache(), graph.partitions());
      Values<Long, byte[]> blocks = new LocalValues<>(this, new UUID(0, 0), graph.cache());
      built.blocks().forEach(blocks::put);
      node(0).graphs().begin(graph.cache());
      node(0).graphs().replaceGraph(graph);
      return graph;
    }
  }

  /**
   * No node holds anything of a job. What a lost coordinator left is given back by a thread of each
   * node, which may still be at it when the job has ended elsewhere: that is waited for.
   */
  void assertIdle() {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!nodes.stream().allMatch(LocalNode::idle) && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
    assertThat(nodes).allMatch(LocalNode::idle);
  }

  @Override
  public void close() {
    List<LocalNode> all = new ArrayList<>(nodes);
    all.addAll(gone);
    all.forEach(LocalNode::close);
  }
}
