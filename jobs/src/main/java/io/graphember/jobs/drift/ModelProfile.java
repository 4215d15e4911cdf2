// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a model was trained on, to see how far a later version of its graph is from that. Kept as
 * JSON with the model, so it is put back with it.
 *
 * @param version of the graph
 * @param features of each vertex type that has some
 * @param predicted test vertices by the class that the model predicted; empty of another task
 */
public record ModelProfile(long version, List<FeatureProfile> features, List<Long> predicted) {
  private static final int SHOWN = 10;

  /** The profile of a version. */
  public static ModelProfile of(VersionSample sample, List<Long> predicted) {
    final List<FeatureProfile> features = new ArrayList<>();
    for (int type = 0; type < sample.byType().size(); type++) {
      if (!sample.byType().get(type).isEmpty()) {
        final GraphInfo.Vertices vertices = sample.graph().vertexTypes().get(type);
        features.add(
            FeatureProfile.of(vertices.name(), vertices.featureDim(), sample.byType().get(type)));
      }
    }
    return new ModelProfile(sample.graph().version(), features, predicted);
  }

  /**
   * How far another version is from this one. Types that are not in both, or have other features,
   * are left out.
   *
   * @param predictedThere what the same model predicts there
   */
  public JobResult.Drift drift(VersionSample there, List<Long> predictedThere) {
    final List<JobResult.ColumnDrift> columns = new ArrayList<>();
    for (int type = 0; type < there.byType().size(); type++) {
      final GraphInfo.Vertices vertices = there.graph().vertexTypes().get(type);
      final List<FeatureSample> sample = there.byType().get(type);
      features.stream()
          .filter(of -> of.vertexType().equals(vertices.name()))
          .filter(of -> of.dim() == vertices.featureDim() && !sample.isEmpty())
          .forEach(before -> add(columns, before, before.same(sample)));
    }
    columns.sort(Comparator.comparingDouble(JobResult.ColumnDrift::stabilityIndex).reversed());
    return new JobResult.Drift(
        version,
        columns.stream().mapToDouble(JobResult.ColumnDrift::stabilityIndex).max().orElse(0),
        columns.stream().mapToDouble(JobResult.ColumnDrift::meanDifference).max().orElse(0),
        distance(predicted, predictedThere).orElse(null),
        List.copyOf(columns.subList(0, Math.min(SHOWN, columns.size()))));
  }

  private static void add(
      List<JobResult.ColumnDrift> columns, FeatureProfile before, FeatureProfile now) {
    final int width = before.columns().size();
    for (int column = 0; column < width; column++) {
      final ColumnProfile was = before.columns().get(column);
      final ColumnProfile is = now.columns().get(column);
      columns.add(
          new JobResult.ColumnDrift(
              before.vertexType(),
              FeatureSample.first(before.dim(), column),
              FeatureSample.first(before.dim(), column + 1) - 1,
              Math.min(was.meanDifference(is), Float.MAX_VALUE), // JSON has no infinity
              was.stabilityIndex(is)));
    }
  }

  /** Total variation of two distributions: half the sum of |p - q|; empty if one is of nothing. */
  static Optional<Double> distance(List<Long> before, List<Long> now) {
    final double all = before.stream().mapToLong(Long::longValue).sum();
    final double others = now.stream().mapToLong(Long::longValue).sum();
    if (before.size() != now.size() || all == 0 || others == 0) {
      return Optional.empty();
    }
    double sum = 0;
    for (int i = 0; i < before.size(); i++) {
      sum += Math.abs(before.get(i) / all - now.get(i) / others);
    }
    return Optional.of(sum / 2);
  }
}
