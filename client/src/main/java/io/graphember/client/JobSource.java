// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.schema.source.FeatureLook;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.schema.source.Normalize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A source as it is loaded for a job: without the edges that the job holds out, and with an eye on
 * what passes. Used by one thread.
 */
public final class JobSource implements AutoCloseable {
  private final FeatureLook look;
  private final Optional<HeldOutEdges> heldOut;
  private final SampledSource source;

  private JobSource(FeatureLook look, Optional<HeldOutEdges> heldOut) {
    this.look = look;
    this.heldOut = heldOut;
    this.source = new SampledSource(heldOut.<GraphSource>map(edges -> edges).orElse(look));
  }

  /**
   * Wraps a graph.
   *
   * @param graph closed with this
   * @param how what was done to its features
   * @param share of the edges that are held out, 0 to 1
   * @param types names of the edge types of which some are held out; empty for all
   * @param seed which edges these are depends on it
   */
  public static JobSource of(
      GraphSource graph, Normalize how, double share, Collection<String> types, long seed) {
    final FeatureLook look = FeatureLook.at(graph, how);
    return new JobSource(
        look,
        share == 0 ? Optional.empty() : Optional.of(new HeldOutEdges(look, types, share, seed)));
  }

  /** The graph, to be read once; closed with this. */
  public GraphSource graph() {
    return source;
  }

  /** A few of the vertices that were read, to look results up by their keys; none before. */
  public List<SampledVertex> sample() {
    return source.sample();
  }

  /**
   * What should be known of the features that were read, with the setting that helps; empty if they
   * look well.
   */
  public List<String> warnings() {
    return look.warnings();
  }

  /** The edges that were held out; empty if the job holds none out. */
  public Optional<HeldOutEdges> heldOut() {
    return heldOut;
  }

  @Override
  public void close() {
    source.close();
  }
}
