// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;

/**
 * Which edges of a vertex are taken at a hop. Several rules side by side give each edge type a
 * fanout of its own; one after the other they make a meta-path.
 *
 * @param direction which edges are looked at
 * @param edgeType number of their type; {@link #ANY_TYPE} for all
 * @param fanout how many are taken; {@link UniformNeighbors#ALL} for all, 0 for none
 * @param order which are taken
 * @param window of a seed with a time: only edges at most so long, in the unit of the times, before
 *     it; {@link #ALWAYS} for any time before it
 */
public record EdgeRule(Direction direction, int edgeType, int fanout, Order order, long window) {
  /** Edges of all types. */
  public static final int ANY_TYPE = -1;

  /** Without a window. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** Which edges are taken. */
  public enum Order {
    /** Each subset is equally likely. */
    UNIFORM,
    /**
     * By weight without replacement: each next edge with a probability in proportion to its weight
     * among those left (A-ES). Edges of weight 0 are never taken.
     */
    WEIGHT,
    /**
     * The same law in O(k) of a vertex with many edges, by alias tables; takes 8 bytes an edge
     * more, and the sample depends on how the vertex's edges are cut.
     */
    WEIGHT_BY_TABLES,
    /** The most recent ones. */
    RECENT
  }

  /** A rule whose numbers are in range. */
  public EdgeRule {
    if (fanout < UniformNeighbors.ALL) {
      throw wrong("A fanout is 'all', or 0 or more, not %d.".formatted(fanout));
    }
    if (edgeType < ANY_TYPE) {
      throw wrong("An edge type is numbered from 0, not %d.".formatted(edgeType));
    }
    if (window <= 0) {
      throw wrong("A window of time is positive, not %d.".formatted(window));
    }
  }

  /** The same that takes all edges. */
  public EdgeRule all() {
    return new EdgeRule(direction, edgeType, UniformNeighbors.ALL, order, window);
  }

  /** In-edges of any type, uniformly. */
  public static EdgeRule in(int fanout) {
    return new EdgeRule(Direction.IN, ANY_TYPE, fanout, Order.UNIFORM, ALWAYS);
  }

  /** Out-edges of any type, uniformly. */
  public static EdgeRule out(int fanout) {
    return new EdgeRule(Direction.OUT, ANY_TYPE, fanout, Order.UNIFORM, ALWAYS);
  }

  /** In-edges and out-edges of any type, uniformly. */
  public static EdgeRule both(int fanout) {
    return new EdgeRule(Direction.BOTH, ANY_TYPE, fanout, Order.UNIFORM, ALWAYS);
  }

  /** The same of one edge type. */
  public EdgeRule ofType(int type) {
    return new EdgeRule(direction, type, fanout, order, window);
  }

  /** The same in an order. */
  public EdgeRule by(Order wanted) {
    return new EdgeRule(direction, edgeType, fanout, wanted, window);
  }

  /** The same of edges at most so long before a seed. */
  public EdgeRule within(long wanted) {
    return new EdgeRule(direction, edgeType, fanout, order, wanted);
  }

  public static GraphemberException wrong(String message) {
    return new GraphemberException(SamplingError.SAMPLING_RULE, message);
  }
}
