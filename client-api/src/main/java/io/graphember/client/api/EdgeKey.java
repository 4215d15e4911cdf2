// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Objects;

/**
 * An edge by the user's keys of its ends, each a {@code Long}, {@code String} or {@code UUID}: the
 * key of a cache of scores, or of classes of edges. Edges with the same ends are one. Immutable.
 */
public final class EdgeKey {
  private final Object source;
  private final Object destination;

  /** The edge between two vertices. */
  public EdgeKey(Object source, Object destination) {
    this.source = source;
    this.destination = destination;
  }

  /** Key of its source. */
  public Object source() {
    return source;
  }

  /** Key of its destination. */
  public Object destination() {
    return destination;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof EdgeKey other
        && source.equals(other.source)
        && destination.equals(other.destination);
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, destination);
  }

  @Override
  public String toString() {
    return "%s -> %s".formatted(source, destination);
  }
}
