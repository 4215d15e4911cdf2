// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import java.util.Set;

/** Names of the caches of Graphember, and how many partitions caches of results have. */
public final class CacheNames {
  /** Catalog of graphs and publications: texts by path. */
  public static final String CATALOG = "graphember.catalog";

  /** States and results of jobs. */
  public static final String JOBS = "graphember.jobs";

  /** Parameters that jobs left. */
  public static final String MODELS = "graphember.models";

  /** Jobs that clients put: texts by name. */
  public static final String REQUESTS = "graphember.requests";

  /** How far these are: JSON by name. */
  public static final String STATUS = "graphember.status";

  /** What the cluster has, for SQL. */
  public static final String LISTINGS = "graphember.listings";

  /** Caches that are there as long as the cluster. */
  public static final Set<String> PERMANENT =
      Set.of(CATALOG, JOBS, MODELS, REQUESTS, STATUS, LISTINGS);

  private static final int MOST_PUBLICATION_PARTITIONS = 256;
  private static final int LEAST_PUBLICATION_PARTITIONS = 4;
  private static final int ENTRIES_OF_A_PARTITION = 2048;

  private CacheNames() {}

  /** Name of the cache of one version of a graph. */
  public static String graphCache(String graph, long version) {
    return "graphember.graph.%s.v%d".formatted(graph, version);
  }

  /** Name of the cache of the pieces of one load of a graph. */
  public static String stagedCache(String graph, long version) {
    return "graphember.staged.%s.v%d".formatted(graph, version);
  }

  /** Name of the cache of one version of a publication. */
  public static String publicationCache(String graph, String job, String kind, long version) {
    return "graphember.%s.%s.%s.v%d".formatted(kind, graph, job, version);
  }

  /** Partitions of a publication of so many entries, a power of 2. */
  public static int publicationPartitions(long entries) {
    int partitions = LEAST_PUBLICATION_PARTITIONS;
    while (partitions < MOST_PUBLICATION_PARTITIONS
        && (long) partitions * ENTRIES_OF_A_PARTITION < entries) {
      partitions *= 2;
    }
    return partitions;
  }
}
