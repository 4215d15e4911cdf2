// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Objects;

/** A triple of which an end is missing: the key of a cache of completions. Immutable. */
public final class TripleQuery {
  private static final String HEAD = "head";
  private static final String TAIL = "tail";

  private final Object entity;
  private final String relation;
  private final String missing;

  private TripleQuery(Object entity, String relation, String missing) {
    this.entity = entity;
    this.relation = relation;
    this.missing = missing;
  }

  /**
   * Asks for tails.
   *
   * @param head the user's key: a {@code Long}, {@code String} or {@code UUID}
   * @param relation name of the edge type
   */
  public static TripleQuery tails(Object head, String relation) {
    return new TripleQuery(head, relation, TAIL);
  }

  /**
   * Asks for heads.
   *
   * @param relation name of the edge type
   * @param tail the user's key: a {@code Long}, {@code String} or {@code UUID}
   */
  public static TripleQuery heads(String relation, Object tail) {
    return new TripleQuery(tail, relation, HEAD);
  }

  /** Key of the entity that is there. */
  public Object entity() {
    return entity;
  }

  /** Name of the edge type. */
  public String relation() {
    return relation;
  }

  /** The end that is missing: {@code head} or {@code tail}. */
  public String missing() {
    return missing;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof TripleQuery other
        && entity.equals(other.entity)
        && relation.equals(other.relation)
        && missing.equals(other.missing);
  }

  @Override
  public int hashCode() {
    return Objects.hash(entity, relation, missing);
  }

  @Override
  public String toString() {
    return missing.equals(TAIL)
        ? "(%s, %s, ?)".formatted(entity, relation)
        : "(?, %s, %s)".formatted(relation, entity);
  }
}
