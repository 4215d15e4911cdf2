// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.Publication;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.affinity.VertexCutAffinity;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.room.Demand;
import java.util.List;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.CacheMode;
import org.apache.ignite.cache.CacheWriteSynchronizationMode;
import org.apache.ignite.cache.PartitionLossPolicy;
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction;
import org.apache.ignite.configuration.CacheConfiguration;

/** Names and configurations of all caches. Immutable; safe for any thread. */
public final class GraphemberCaches {

  /** What is replicated is small; each partition costs every node work when it starts or stops. */
  private static final int REPLICATED_PARTITIONS = 32;

  /** Partitions of the pieces of a load. */
  public static final int STAGED_PARTITIONS = 64;

  private final GraphemberConfiguration configuration;

  /** Caches with a node's backups and data region. */
  public GraphemberCaches(GraphemberConfiguration configuration) {
    this.configuration = configuration;
  }

  /** Name of the data region that all of them are in. */
  public String regionName() {
    return configuration.regionName();
  }

  /** The catalog: text by path. */
  public CacheConfiguration<String, String> catalog() {
    return this.<String, String>configuration(CacheNames.CATALOG)
        .setCacheMode(CacheMode.REPLICATED)
        .setAffinity(new RendezvousAffinityFunction(false, REPLICATED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.TRANSACTIONAL);
  }

  /** The jobs: JSON by path. */
  public CacheConfiguration<String, String> jobs() {
    return this.<String, String>configuration(CacheNames.JOBS)
        .setCacheMode(CacheMode.REPLICATED)
        .setAffinity(new RendezvousAffinityFunction(false, REPLICATED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC);
  }

  /** The requests: texts by name, and a table where there is SQL. */
  public CacheConfiguration<String, String> requests() {
    return byName(CacheNames.REQUESTS, "REQUESTS", "REQUEST");
  }

  /** How far they are: JSON by name, and a table. */
  public CacheConfiguration<String, String> status() {
    return byName(CacheNames.STATUS, "STATUS", "STATUS");
  }

  private CacheConfiguration<String, String> byName(String cache, String table, String column) {
    return this.<String, String>configuration(cache)
        .setCacheMode(CacheMode.REPLICATED)
        .setAffinity(new RendezvousAffinityFunction(false, REPLICATED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC)
        .setReadFromBackup(false) // who reads twice must not see the older value last
        .setSqlSchema(PublicationTable.SCHEMA)
        .setQueryEntities(List.of(TextTable.of(table, column)));
  }

  /** What the cluster has, for SQL: objects of several types, each a table. */
  public CacheConfiguration<String, Object> listings() {
    return this.<String, Object>configuration(CacheNames.LISTINGS)
        .setCacheMode(CacheMode.REPLICATED)
        .setAffinity(new RendezvousAffinityFunction(false, REPLICATED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC)
        .setSqlSchema(PublicationTable.SCHEMA);
  }

  /** The models, by path. */
  public CacheConfiguration<String, StoredModel> models() {
    return this.<String, StoredModel>configuration(CacheNames.MODELS)
        .setCacheMode(CacheMode.REPLICATED)
        .setAffinity(new RendezvousAffinityFunction(false, REPLICATED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC);
  }

  /** Blocks of one version of a graph, by {@link io.graphember.graph.id.BlockKey}. */
  public CacheConfiguration<Long, byte[]> graph(String cache, long[] partitionEdges) {
    return this.<Long, byte[]>configuration(cache)
        .setCacheMode(CacheMode.PARTITIONED)
        .setAtomicityMode(CacheAtomicityMode.ATOMIC)
        .setBackups(configuration.getBackups())
        .setNodeFilter(NodeRole.STORAGE)
        .setPartitionLossPolicy(PartitionLossPolicy.READ_WRITE_SAFE)
        .setAffinity(new VertexCutAffinity(partitionEdges));
  }

  /** Pieces of a load by their numbers, with a backup at least. */
  public CacheConfiguration<Long, byte[]> staged(String cache) {
    return this.<Long, byte[]>configuration(cache)
        .setCacheMode(CacheMode.PARTITIONED)
        .setAffinity(new RendezvousAffinityFunction(false, STAGED_PARTITIONS))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC)
        .setBackups(stagedBackups())
        .setNodeFilter(NodeRole.STORAGE)
        .setPartitionLossPolicy(PartitionLossPolicy.READ_WRITE_SAFE);
  }

  private int stagedBackups() {
    return Math.max(1, configuration.getBackups());
  }

  /** What bytes of pieces take: room counts as many copies as other caches have. */
  public Demand ofStaged(long bytes) {
    return Demand.blocks(
        bytes * (stagedBackups() + 1) / (configuration.getBackups() + 1), STAGED_PARTITIONS);
  }

  /** Published results by the user's key; a table of their own where there is SQL. */
  public CacheConfiguration<Object, Object> publication(Publication publication) {
    return this.configuration(publication.cache())
        .setSqlSchema(PublicationTable.SCHEMA)
        .setSqlEscapeAll(true) // the name of a table is the cache's
        .setQueryEntities(List.of(PublicationTable.of(publication)))
        .setCacheMode(CacheMode.PARTITIONED)
        .setAffinity(
            new RendezvousAffinityFunction(
                false, CacheNames.publicationPartitions(publication.entries())))
        .setAtomicityMode(CacheAtomicityMode.ATOMIC)
        .setBackups(configuration.getBackups())
        .setNodeFilter(NodeRole.STORAGE)
        .setPartitionLossPolicy(PartitionLossPolicy.READ_WRITE_SAFE);
  }

  private <K, V> CacheConfiguration<K, V> configuration(String name) {
    return new CacheConfiguration<K, V>(name)
        .setWriteSynchronizationMode(CacheWriteSynchronizationMode.FULL_SYNC)
        .setDataRegionName(configuration.regionName());
  }
}
