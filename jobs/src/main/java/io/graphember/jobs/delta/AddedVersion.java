// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.partition.delta.DeltaSummary;
import io.graphember.partition.write.PartitionSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What the catalog says of a version that has one partition more than another. */
public final class AddedVersion {
  private final GraphInfo sealed;
  private final DeltaSummary delta;
  private final GraphInfo.EdgeRules rules;

  private AddedVersion(GraphInfo sealed, DeltaSummary delta, GraphInfo.EdgeRules rules) {
    this.sealed = sealed;
    this.delta = delta;
    this.rules = rules;
  }

  /** Edges of each partition: its weight when partitions are dealt to nodes. */
  public static long[] partitionEdges(GraphInfo base, long added) {
    final GraphInfo sealed = base.sealedVersion().orElse(base);
    return LongStream.concat(
            sealed.partitionSizes().edges().stream().mapToLong(Long::longValue),
            LongStream.of(added))
        .toArray();
  }

  /**
   * Describes the version. Balance is that of the partitions that stay: the last one is small.
   *
   * @param base version that was added to
   * @param version number of this one
   * @param delta what was added to the partitions that stay
   * @param settings of the load
   */
  public static GraphInfo of(
      GraphInfo base, long version, DeltaSummary delta, GraphSettings settings) {
    return new AddedVersion(
            base.sealedVersion().orElse(base),
            delta,
            base.edgeRules().and(LoadedGraph.rules(settings)))
        .info(version);
  }

  private GraphInfo info(long version) {
    final PartitionSummary added = delta.partition();
    final long masters = added.types().stream().mapToLong(PartitionSummary.Masters::count).sum();
    final long vertices = sealed.vertices() + masters;
    final GraphInfo.PartitionSizes sizes = sealed.partitionSizes();
    final List<Long> slabBytes = new ArrayList<>();
    for (int p = 0; p < sealed.partitions(); p++) {
      slabBytes.add(sealed.slabBytes().get(p) + delta.patchBytes()[p]);
    }
    slabBytes.add(added.slabBytes());
    return new GraphInfo(
        sealed.name(),
        version,
        CacheNames.graphCache(sealed.name(), version),
        vertices,
        sealed.edges() + delta.edges(),
        sealed.partitions() + 1,
        sealed.partitioner(),
        sealed.symmetrized(),
        (sealed.replicationFactor() * sealed.vertices() + delta.vertices()) / vertices,
        sealed.vertexBalance(),
        sealed.edgeBalance(),
        sealed.featureDim(),
        sealed.stringKeys(),
        sealed.classNames(),
        slabBytes,
        delta.skippedEdges(),
        IntStream.range(0, sealed.vertexTypes().size()).mapToObj(this::vertices).toList(),
        IntStream.range(0, sealed.edgeTypes().size()).mapToObj(this::edges).toList(),
        inDegrees(),
        0,
        sealed.heldOutEdges(),
        null,
        new GraphInfo.PartitionSizes(
            more(sizes.masters(), masters),
            more(sizes.vertices(), delta.vertices()),
            more(sizes.edges(), delta.edges()),
            more(sizes.featureBytes(), added.featureBytes()),
            more(sizes.topologyBytes(), added.topologyBytes())),
        sealed.featurePrecision(),
        sealed.partitionerReason(),
        sealed,
        rules,
        0);
  }

  private static List<Long> more(List<Long> list, long last) {
    final List<Long> more = new ArrayList<>(list);
    more.add(last);
    return List.copyOf(more);
  }

  private GraphInfo.Vertices vertices(int type) {
    final GraphInfo.Vertices before = sealed.vertexTypes().get(type);
    final PartitionSummary.Masters added = delta.partition().types().get(type);
    final DeltaSummary.Changes changes = delta.changes().get(type);
    final GraphInfo.KeyLengths keys = before.keyLengths();
    return new GraphInfo.Vertices(
        before.name(),
        before.count() + added.count(),
        before.keys(),
        before.featureDim(),
        before.targets(),
        before.labels() + Arrays.stream(changes.labelled()).sum() + added.labels(),
        before.classNames(),
        new GraphInfo.KeyLengths(
            keys.bytes() + added.keyBytes(),
            keys.endBytes() + added.endBytes() + delta.endBytes()[type],
            Math.max(keys.longest(), added.longestKey())),
        before.encoding(),
        before.featureEntries() == 0 ? 0 : before.featureEntries() + delta.featureEntries()[type],
        splits(before, changes, added),
        before.attributes());
  }

  private static GraphInfo.SplitSizes splits(
      GraphInfo.Vertices before, DeltaSummary.Changes changes, PartitionSummary.Masters added) {
    final GraphInfo.SplitSizes splits = before.splits();
    if (splits.train().isEmpty()) {
      return GraphInfo.SplitSizes.UNKNOWN;
    }
    final boolean targets = !before.targets().isEmpty();
    return new GraphInfo.SplitSizes(
        more(
            targets ? splits.labelled() : sums(splits.labelled(), changes.labelled()),
            targets ? added.count() : added.labels()),
        more(sums(splits.train(), changes.train()), added.train()),
        more(sums(splits.valid(), changes.valid()), added.valid()),
        more(sums(splits.test(), changes.test()), added.test()));
  }

  private static List<Long> sums(List<Long> some, long[] more) {
    return IntStream.range(0, more.length).mapToObj(p -> some.get(p) + more[p]).toList();
  }

  private GraphInfo.Edges edges(int type) {
    final GraphInfo.Edges before = sealed.edgeTypes().get(type);
    return new GraphInfo.Edges(
        before.name(),
        before.source(),
        before.destination(),
        before.count() + delta.typeEdges()[type],
        before.weight(),
        before.time(),
        before.featureDim(),
        before.classNames(),
        before.target());
  }

  private List<Long> inDegrees() {
    final long[] counts = delta.inDegrees().clone();
    for (int i = 0; i < sealed.inDegrees().size(); i++) {
      counts[i] += sealed.inDegrees().get(i);
    }
    int size = counts.length;
    while (size > 1 && counts[size - 1] == 0) {
      size--;
    }
    return Arrays.stream(counts, 0, size).boxed().toList();
  }
}
