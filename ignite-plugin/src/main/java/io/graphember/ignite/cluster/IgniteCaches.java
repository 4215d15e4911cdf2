// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Publication;
import io.graphember.ignite.affinity.VertexCutAffinity;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.disk.NoteDestroyedCall;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.jobs.cluster.BlockWriter;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteDataStreamer;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.CacheConfiguration;

/** Ignite's caches. */
public final class IgniteCaches implements Caches {
  private static final long NOTE_SECONDS = 30;

  private final Ignite ignite;
  private final GraphemberCaches configurations;
  private final NodeCalls calls;

  /**
   * The caches of a node's cluster.
   *
   * @param configurations what those that are created are like
   * @param calls to other nodes, before caches are destroyed
   */
  @Inject
  public IgniteCaches(Ignite ignite, GraphemberCaches configurations, NodeCalls calls) {
    this.ignite = ignite;
    this.configurations = configurations;
    this.calls = calls;
  }

  @Override
  public <K, V> Values<K, V> open(String cache) {
    return new IgniteValues<>(ignite.cache(cache));
  }

  @Override
  public <V> ResultWriter<V> writer(String cache) {
    return new StreamedResults<>(ignite.dataStreamer(cache));
  }

  @Override
  public BlockWriter blocks(String cache) {
    final IgniteCache<Long, byte[]> there = ignite.cache(cache);
    if (there == null) {
      throw CacheBlocks.destroyed(cache, null);
    }
    return new CacheBlocks(there, written -> {});
  }

  @Override
  public Set<String> names() {
    return Set.copyOf(ignite.cacheNames());
  }

  @Override
  public void createGraph(String cache, long[] partitionEdges) {
    ignite.createCache(configurations.graph(cache, partitionEdges));
  }

  @Override
  @SuppressWarnings("unchecked") // the configuration that the cache was created with
  public void createBeside(String cache, String graphCache) {
    CacheConfiguration<Long, byte[]> configuration =
        ignite.<Long, byte[]>cache(graphCache).getConfiguration(CacheConfiguration.class);
    createGraph(cache, ((VertexCutAffinity) configuration.getAffinity()).edges());
  }

  @Override
  public void copy(String from, String to) {
    try (IgniteDataStreamer<Object, Object> copies = ignite.dataStreamer(to);
        QueryCursor<Cache.Entry<Object, Object>> values =
            ignite.cache(from).withKeepBinary().query(new ScanQuery<>())) {
      copies.allowOverwrite(true);
      copies.keepBinary(true);
      values.forEach(value -> copies.addData(value.getKey(), value.getValue()));
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // as Ignite takes them
  public void createResults(List<Publication> publications) {
    List<CacheConfiguration> caches = new ArrayList<>();
    publications.forEach(publication -> caches.add(configurations.publication(publication)));
    ignite.createCaches(caches);
  }

  @Override
  public boolean mayDestroy() {
    return !persistent() || allOfBaselineAreHere();
  }

  private boolean persistent() {
    return CacheRegion.of(
            ignite.configuration().getDataStorageConfiguration(), configurations.regionName())
        .persistent();
  }

  /**
   * A node that joins must have begun, too: one that is told to destroy a cache of its files before
   * fails. It has when its service is there.
   */
  private boolean allOfBaselineAreHere() {
    return begun().containsAll(baseline());
  }

  /** Consistent ids of the nodes that keep files; none before the cluster was first activated. */
  private Set<Object> baseline() {
    final Collection<BaselineNode> nodes = ignite.cluster().currentBaselineTopology();
    return nodes == null
        ? Set.of()
        : nodes.stream().map(BaselineNode::consistentId).collect(Collectors.toSet());
  }

  private Set<Object> begun() {
    return ignite.services().serviceDescriptors().stream()
        .filter(service -> service.name().equals(GraphemberService.NAME))
        .flatMap(service -> service.topologySnapshot().keySet().stream())
        .map(ignite.cluster()::node)
        .filter(Objects::nonNull) // it has left
        .map(ClusterNode::consistentId)
        .collect(Collectors.toSet());
  }

  @Override
  public void destroy(Collection<String> caches) {
    if (persistent() && !caches.isEmpty()) {
      noteEverywhere(caches);
    }
    ignite.destroyCaches(caches);
  }

  /** A node that dies meanwhile removes the files itself, when it starts again. */
  private void noteEverywhere(Collection<String> caches) {
    final Set<Object> keeping = baseline();
    CompletableFuture.allOf(
            ignite.cluster().forServers().nodes().stream()
                .filter(node -> keeping.contains(node.consistentId()))
                .map(
                    node ->
                        calls.send(
                            node.id(), NodeThreads.STORAGE_EXECUTOR, new NoteDestroyedCall(caches)))
                .toArray(CompletableFuture[]::new))
        .orTimeout(NOTE_SECONDS, TimeUnit.SECONDS)
        .join();
  }
}
