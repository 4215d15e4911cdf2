// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

/**
 * How many versions the parameters of a trainer may be behind the newest.
 *
 * @param most 0 or more; 0 if all trainers step together
 */
public record Staleness(long most) {
  /** As many as it comes to. */
  public static final Staleness ANY = new Staleness(Long.MAX_VALUE);

  /** Checks the bound. */
  public Staleness {
    if (most < 0) {
      throw new IllegalArgumentException("a bound must be 0 or more: " + most);
    }
  }

  /** True if so many versions behind is not too many. */
  public boolean allows(long behind) {
    return behind <= most;
  }
}
