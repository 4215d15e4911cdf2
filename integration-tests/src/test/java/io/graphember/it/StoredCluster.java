// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.jobs.catalog.CacheNames;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;

/**
 * All caches of a cluster in a folder, each in a file: the catalog as text, so that a difference
 * can be read, others as keys and values, see {@link StoredValue}. The files of Ignite's
 * persistence would have Ignite's own formats in them, and megabytes of empty pages.
 */
final class StoredCluster {
  private static final String GRAPH = "graph/";
  private static final String PUBLICATION = "publication/";
  private static final String OURS = "graphember.";
  private static final String PACKED = ".gz";
  private static final Set<String> SYSTEM =
      Set.of(CacheNames.CATALOG, CacheNames.JOBS, CacheNames.MODELS);

  private StoredCluster() {}

  /** Writes all caches of a cluster. */
  static void write(Ignite node, Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> old = Files.list(folder)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    Files.write(folder.resolve(CacheNames.CATALOG), lines(node));
    for (String name : names(node)) {
      try (DataOutputStream out =
          new DataOutputStream(
              new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + PACKED))))) {
        for (Map.Entry<String, Object[]> entry : sorted(node, name).entrySet()) {
          out.writeBoolean(true);
          StoredValue.write(entry.getValue()[0], out);
          StoredValue.write(entry.getValue()[1], out);
        }
        out.writeBoolean(false);
      }
    }
  }

  private static List<String> names(Ignite node) {
    return node.cacheNames().stream()
        .filter(name -> name.startsWith(OURS) && !name.equals(CacheNames.CATALOG))
        .sorted()
        .toList();
  }

  private static List<String> lines(Ignite node) {
    return catalog(node).entrySet().stream()
        .map(entry -> entry.getKey() + "\t" + entry.getValue())
        .toList();
  }

  /** The catalog of a cluster. */
  static SortedMap<String, String> catalog(Ignite node) {
    SortedMap<String, String> entries = new TreeMap<>();
    node.<String, String>cache(CacheNames.CATALOG)
        .forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    return entries;
  }

  /** Keys and values of a cache as they are stored, in an order that stays. */
  static SortedMap<String, Object[]> sorted(Ignite node, String name) {
    SortedMap<String, Object[]> entries = new TreeMap<>();
    IgniteCache<Object, Object> cache = node.cache(name).withKeepBinary();
    for (Cache.Entry<Object, Object> entry : cache) {
      entries.put(entry.getKey().toString(), new Object[] {entry.getKey(), entry.getValue()});
    }
    return entries;
  }

  /** The catalog in a folder. */
  static SortedMap<String, String> catalog(Path folder) throws IOException {
    SortedMap<String, String> entries = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve(CacheNames.CATALOG))) {
      final int end = line.indexOf('\t');
      entries.put(line.substring(0, end), line.substring(end + 1));
    }
    return entries;
  }

  /** Keys and values of a cache in a folder. */
  static List<Object[]> entries(Ignite node, Path folder, String name) throws IOException {
    List<Object[]> entries = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(
            new GZIPInputStream(Files.newInputStream(folder.resolve(name + PACKED))))) {
      while (in.readBoolean()) {
        entries.add(new Object[] {StoredValue.read(in, node), StoredValue.read(in, node)});
      }
    }
    return entries;
  }

  /** Names of the caches in a folder, but the catalog. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(PACKED))
          .map(name -> name.substring(0, name.length() - PACKED.length()))
          .sorted()
          .toList();
    }
  }

  /**
   * Puts the caches of a folder into a cluster that has none: those of graphs and results as the
   * catalog says, those of blocks beside their graphs. The catalog comes last.
   */
  static void restore(TestCluster cluster, Path folder) throws IOException {
    final SortedMap<String, String> catalog = catalog(folder);
    final List<String> names = new ArrayList<>(names(folder));
    createGraphs(cluster, catalog, names);
    createResults(cluster, catalog, names);
    for (String name : names) {
      if (!SYSTEM.contains(name)) {
        cluster.parts(0).caches().createBeside(name, graphOf(name, catalog));
      }
    }
    for (String name : names(folder)) {
      IgniteCache<Object, Object> cache = cluster.node(0).cache(name).withKeepBinary();
      for (Object[] entry : entries(cluster.node(0), folder, name)) {
        cache.put(entry[0], entry[1]);
      }
    }
    IgniteCache<String, String> entries = cluster.node(0).cache(CacheNames.CATALOG);
    catalog.forEach(entries::put);
  }

  private static void createGraphs(
      TestCluster cluster, SortedMap<String, String> catalog, List<String> names) {
    below(catalog, GRAPH)
        .forEach(
            text -> {
              for (GraphInfo graph : Json.read(text, new TypeReference<List<GraphInfo>>() {})) {
                final long[] edges = new long[graph.partitions()];
                Arrays.fill(edges, 1);
                cluster.parts(0).caches().createGraph(graph.cache(), edges);
                names.remove(graph.cache());
              }
            });
  }

  private static void createResults(
      TestCluster cluster, SortedMap<String, String> catalog, List<String> names) {
    List<Publication> all = new ArrayList<>();
    below(catalog, PUBLICATION)
        .forEach(text -> all.addAll(Json.read(text, new TypeReference<List<Publication>>() {})));
    // Tables and learned rows are no results: they lie beside their graphs.
    all.removeIf(publication -> PublicationKind.of(publication.kind()).isEmpty());
    cluster.parts(0).caches().createResults(all);
    all.forEach(publication -> names.remove(publication.cache()));
  }

  private static List<String> below(SortedMap<String, String> catalog, String prefix) {
    return List.copyOf(catalog.subMap(prefix, prefix + Character.MAX_VALUE).values());
  }

  /**
   * Cache of the graph that a cache of blocks lies beside: {@code graphember.KIND.GRAPH.JOB.vN}.
   */
  private static String graphOf(String cache, SortedMap<String, String> catalog) {
    final String text = catalog.get(GRAPH + cache.split("\\.")[2]);
    return Json.read(text, new TypeReference<List<GraphInfo>>() {}).get(0).cache();
  }
}
