// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.delta.BufferedPieces;
import io.graphember.schema.ExpectedSize;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * Which additions become one partition more. All others have every partition made anew, which also
 * deals out what earlier additions have left in theirs:
 *
 * <ul>
 *   <li>more vertices or edges than a tenth of the version whose partitions stay, earlier additions
 *       among them;
 *   <li>with {@code graph.dropSelfLoops} or {@code dropDuplicates}, unless the graph was loaded so:
 *       the rules hold for old edges too;
 *   <li>with {@code graph.dropDuplicates} where edges carry something: the later of two stays,
 *       which may be the one in a partition that stays;
 *   <li>classes that the graph has not, which number all classes anew;
 *   <li>held-out edges, which partitions keep for their masters;
 *   <li>to a graph that was stored before its partitions were described.
 * </ul>
 */
public final class DeltaRule {
  /** Additions stay a partition of their own up to one part in so many of the graph. */
  static final int SHARE = 10;

  private DeltaRule() {}

  /**
   * True unless it is known before anything has come that all partitions are made anew.
   *
   * @param base version that is added to
   * @param expected about how much comes
   */
  public static boolean mayBe(GraphInfo base, GraphSettings settings, ExpectedSize expected) {
    final long vertices = Arrays.stream(expected.vertices()).sum();
    return mayDrop(base, settings)
        && base.sealedVersion().orElse(base).partitionSizes().edges().size()
            == base.keptPartitions()
        && vertices + expected.edges() > 0
        && fits(base, vertices, expected.edges());
  }

  private static boolean mayDrop(GraphInfo base, GraphSettings settings) {
    final boolean bare =
        base.edgeTypes().stream()
            .noneMatch(
                type ->
                    type.weight()
                        || type.time()
                        || type.featureDim() > 0
                        || type.label().floats() > 0);
    return (!settings.dropSelfLoops() || base.edgeRules().noSelfLoops())
        && (!settings.dropDuplicates() || base.edgeRules().noDuplicates() && bare);
  }

  /**
   * True if what has come becomes one partition more.
   *
   * @param pieces all that has come
   * @param labelNames name of each label number that they use, by vertex type
   */
  public static boolean is(GraphInfo base, BufferedPieces pieces, List<List<String>> labelNames) {
    return pieces.rows() > 0
        && !pieces.others()
        && fits(base, pieces.vertexRows(), pieces.edgeRows())
        && hasClasses(base, labelNames);
  }

  private static boolean fits(GraphInfo base, long vertices, long edges) {
    final GraphInfo sealed = base.sealedVersion().orElse(base);
    final long stored = base.symmetrized() ? 2 * edges : edges;
    return base.edges() - sealed.edges() + stored <= sealed.edges() / SHARE
        && base.vertices() - sealed.vertices() + vertices <= sealed.vertices() / SHARE;
  }

  private static boolean hasClasses(GraphInfo base, List<List<String>> labelNames) {
    boolean all = labelNames.isEmpty() || labelNames.size() == base.vertexTypes().size();
    for (int t = 0; all && t < labelNames.size(); t++) {
      all = new HashSet<>(base.vertexTypes().get(t).classNames()).containsAll(labelNames.get(t));
    }
    return all;
  }
}
