// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * Which results of a graph's jobs stay. What a job has left counts as one result: its publications,
 * the rows it has learned and its model go together. Where both bounds are set, a result goes that
 * is beyond either.
 *
 * @param results newest results that stay, 1 or more; null for all
 * @param days age of a result at which it goes, 1 or more; null for none. A result whose time is
 *     not known stays
 */
public record Retention(@Nullable Integer results, @Nullable Integer days) {
  /** Everything stays. */
  public static final Retention EVERYTHING = new Retention(null, null);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if one is below 1
   */
  public Retention {
    if (results != null && results < 1 || days != null && days < 1) {
      throw new IllegalArgumentException("results and days must be at least 1");
    }
  }

  /** True if nothing ever goes. */
  @JsonIgnore
  public boolean isEverything() {
    return results == null && days == null;
  }
}
