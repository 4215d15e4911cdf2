// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.partition.load.GraphSummary;
import io.graphember.partition.load.SplitSizes;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What the catalog says of a graph that was built. */
public final class LoadedGraph {
  private LoadedGraph() {}

  /**
   * The description of a version, whose blocks are in the cache of its name.
   *
   * @param partitioner name of the one that cut it first
   */
  public static GraphInfo info(
      GraphSettings settings,
      String partitioner,
      long version,
      GraphHeader header,
      GraphSummary summary) {
    return new GraphInfo(
        settings.name(),
        version,
        CacheNames.graphCache(settings.name(), version),
        summary.vertices(),
        summary.edges(),
        summary.partitions(),
        summary.choice().map(PartitionerChoice::name).orElse(partitioner),
        settings.symmetrize(),
        summary.quality().replicationFactor(),
        summary.quality().vertexBalance(),
        summary.quality().edgeBalance(),
        summary.featureDim(),
        summary.stringKeys(),
        summary.classNames(),
        Arrays.stream(summary.slabBytes()).boxed().toList(),
        summary.skippedEdges(),
        summary.vertexTypes().stream().map(LoadedGraph::info).toList(),
        summary.edgeTypes().stream().map(type -> info(type, header)).toList(),
        Arrays.stream(summary.inDegrees()).boxed().toList(),
        summary.exchangedBytes(),
        summary.heldOutEdges(),
        null,
        new GraphInfo.PartitionSizes(
            list(summary.partitionMasters()),
            list(summary.partitionVertices()),
            list(summary.partitionEdges()),
            list(summary.featureBytes()),
            list(summary.topologyBytes())),
        settings.featurePrecision(),
        summary.choice().map(PartitionerChoice::reason).orElse(null),
        null,
        rules(settings),
        0);
  }

  /** What edges obey that were loaded by some settings. */
  public static GraphInfo.EdgeRules rules(GraphSettings settings) {
    return new GraphInfo.EdgeRules(settings.dropSelfLoops(), settings.dropDuplicates());
  }

  /** A graph as the version that others are added to. */
  public static BaseVersion version(GraphInfo graph) {
    List<String> names = graph.vertexTypes().stream().map(GraphInfo.Vertices::name).toList();
    return new BaseVersion(
        graph.name(),
        graph.version(),
        graph.keptPartitions(),
        graph.symmetrized(),
        graph.vertexTypes().stream()
            .map(
                t ->
                    new VertexType(
                        t.name(),
                        t.keys(),
                        t.featureDim(),
                        t.targets(),
                        true,
                        false,
                        t.encoding(),
                        t.attributes()))
            .toList(),
        graph.edgeTypes().stream()
            .map(
                t ->
                    new EdgeType(
                        t.name(),
                        names.indexOf(t.source()),
                        names.indexOf(t.destination()),
                        new EdgeAttributes(
                            t.weight(), t.time(), t.featureDim() + t.label().floats()),
                        t.label()))
            .toList(),
        graph.vertexTypes().stream().map(GraphInfo.Vertices::classNames).toList(),
        graph.slabBytes().stream().mapToLong(Long::longValue).toArray(),
        keyBytes(graph),
        graph.heldOutEdges());
  }

  /** What each partition has beside features and topology; all of it if nobody knows. */
  private static long[] keyBytes(GraphInfo graph) {
    List<Long> features = graph.partitionSizes().featureBytes();
    List<Long> topology = graph.partitionSizes().topologyBytes();
    final int partitions = graph.slabBytes().size();
    final boolean known = features.size() == partitions && topology.size() == partitions;
    return IntStream.range(0, partitions)
        .mapToLong(
            p ->
                graph.slabBytes().get(p)
                    - (known ? Math.max(0, features.get(p) + topology.get(p)) : 0))
        .map(bytes -> Math.max(0, bytes))
        .toArray();
  }

  private static GraphInfo.Vertices info(GraphSummary.Vertices vertices) {
    VertexType type = vertices.type();
    return new GraphInfo.Vertices(
        type.name(),
        vertices.count(),
        type.keyKind(),
        type.featureDim(),
        type.targets(),
        vertices.labels(),
        vertices.classNames(),
        new GraphInfo.KeyLengths(
            vertices.keys().bytes(), vertices.keys().endBytes(), vertices.keys().longest()),
        type.encoding(),
        vertices.featureEntries(),
        info(vertices.splits()),
        type.attributes());
  }

  private static GraphInfo.SplitSizes info(SplitSizes splits) {
    return new GraphInfo.SplitSizes(
        list(splits.labelled()), list(splits.train()), list(splits.valid()), list(splits.test()));
  }

  private static List<Long> list(long[] sizes) {
    return Arrays.stream(sizes).boxed().toList();
  }

  private static GraphInfo.Edges info(GraphSummary.Edges edges, GraphHeader header) {
    EdgeType type = edges.type();
    return GraphInfo.Edges.of(
        type,
        header.vertexType(type.source()).name(),
        header.vertexType(type.destination()).name(),
        edges.count());
  }
}
