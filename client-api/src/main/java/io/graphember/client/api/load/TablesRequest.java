// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A graph that is to be loaded from tables or caches of the cluster.
 *
 * @param graph section {@code graph} of a job file, JSON or YAML
 * @param source section {@code source}, JSON or YAML, with {@code type: ignite}
 * @param trainSplit true to refuse a source that puts no vertex into a train split
 * @param heldOut share of the edges that are held out to be predicted, 0 to 1
 * @param heldOutTypes names of the edge types of which some are held out; empty for all
 * @param seed which edges these are depends on it
 * @param waitMillis how long the graph may wait for room in the data regions, at most a day; 0 to
 *     be refused at once
 * @param rows how many all tables had when the load began at a node that was lost; 0 to take what
 *     there is
 */
public record TablesRequest(
    String graph,
    String source,
    boolean trainSplit,
    double heldOut,
    List<String> heldOutTypes,
    long seed,
    long waitMillis,
    long rows) {
  /** Copies the names. */
  public TablesRequest {
    heldOutTypes = heldOutTypes == null ? List.of() : List.copyOf(heldOutTypes);
  }

  /** All edges of a graph, which is refused at once if there is no room for it. */
  public static TablesRequest of(String graph, String source) {
    return new TablesRequest(graph, source, false, 0, List.of(), 0, 0, 0);
  }

  /** The same with some edges held out, to be predicted. */
  public TablesRequest holdingOut(double share, Collection<String> types, long chosenBy) {
    return new TablesRequest(
        graph, source, trainSplit, share, List.copyOf(types), chosenBy, waitMillis, rows);
  }

  /** The same, refused unless the source puts vertices into a train split. */
  public TablesRequest withTrainSplit(boolean needed) {
    return new TablesRequest(graph, source, needed, heldOut, heldOutTypes, seed, waitMillis, rows);
  }

  /** The same for a graph that waits for room, which others give back. */
  public TablesRequest waiting(Duration longest) {
    return new TablesRequest(
        graph, source, trainSplit, heldOut, heldOutTypes, seed, longest.toMillis(), rows);
  }

  /** The same of so many rows: a load that begins again is refused if there are others. */
  public TablesRequest of(long allRows) {
    return new TablesRequest(
        graph, source, trainSplit, heldOut, heldOutTypes, seed, waitMillis, allRows);
  }
}
