// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.client.api.Publication;
import io.graphember.jobs.cluster.BlockWriter;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.cluster.Values;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The caches, as one node sees them. */
record LocalCaches(LocalCluster cluster, UUID node) implements Caches {
  @Override
  public <K, V> Values<K, V> open(String cache) {
    return new LocalValues<>(cluster, node, cache);
  }

  @Override
  public <V> ResultWriter<V> writer(String cache) {
    Values<Object, V> values = open(cache);
    return new ResultWriter<>() {
      @Override
      public boolean writes() {
        return true;
      }

      @Override
      public void add(Object key, Supplier<V> value) {
        values.put(key, value.get());
      }

      @Override
      public void complete() {}

      @Override
      public void close() {}
    };
  }

  @Override
  public BlockWriter blocks(String cache) {
    Values<Long, byte[]> values = open(cache);
    return new BlockWriter() {
      @Override
      public void put(long key, byte[] block) {
        values.put(key, block);
      }

      @Override
      public void complete() {}
    };
  }

  @Override
  public Set<String> names() {
    return cluster.cacheNames();
  }

  @Override
  public void createGraph(String cache, long[] partitionEdges) {
    cluster.create(cache, partitionEdges.length);
  }

  @Override
  public void createBeside(String cache, String graphCache) {
    cluster.create(cache, cluster.partitions(graphCache));
  }

  @Override
  public void copy(String from, String to) {
    cluster.cache(to).putAll(cluster.cache(from));
  }

  @Override
  public void createResults(List<Publication> publications) {
    publications.forEach(publication -> cluster.create(publication.cache(), 1));
  }

  @Override
  public boolean mayDestroy() {
    return true; // nothing is on disk
  }

  @Override
  public void destroy(Collection<String> caches) {
    caches.forEach(cluster::destroy);
  }
}
