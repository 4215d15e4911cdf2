// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The claims of a cluster at one moment. Regions are measured without a lock, which takes a call to
 * each node; meanwhile claims may be closed, whose bytes the measurement has not seen. So those
 * that were closed last are kept, with the version of the list that they were closed in. Immutable.
 *
 * @param version counts changes
 * @param open claims that are not used up
 * @param closed claims that were closed lately, oldest first
 * @param forgotten version up to which closed claims are not kept any more
 */
record ClaimList(long version, List<Claim> open, List<Closed> closed, long forgotten) {
  /** Nobody claims anything. */
  static final ClaimList EMPTY = new ClaimList(0, List.of(), List.of(), 0);

  private static final int KEPT = 256;

  /**
   * A claim that was closed.
   *
   * @param version of the list in which it is not open any more
   * @param claim what it was
   */
  record Closed(long version, Claim claim) {}

  /** A list, perhaps one that was read; what says nothing in it is left out. */
  ClaimList {
    open = present(open);
    closed = present(closed).stream().filter(it -> it.claim() != null).toList();
  }

  private static <T> List<T> present(List<T> list) {
    return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
  }

  /** True if all is known of what was closed since a version. */
  boolean knows(long since) {
    return since >= forgotten && since <= version;
  }

  /** Claims whose bytes a measurement may have missed that began at a version. */
  List<Claim> since(long measured) {
    return Stream.concat(
            open.stream(), closed.stream().filter(it -> it.version() > measured).map(Closed::claim))
        .toList();
  }

  /** The list with one more claim. */
  ClaimList with(Claim claim) {
    List<Claim> more = new ArrayList<>(open);
    more.add(claim);
    return new ClaimList(version + 1, more, closed, forgotten);
  }

  /** The list with a claim to less: what it was counts as closed. */
  ClaimList withLess(Claim claim) {
    ClaimList without = without(other -> other.number().equals(claim.number()));
    return without.open.size() == open.size() ? this : without.with(claim);
  }

  /** The list without the claims of some kind. */
  ClaimList without(Predicate<Claim> gone) {
    List<Closed> more = new ArrayList<>(closed);
    open.stream().filter(gone).forEach(claim -> more.add(new Closed(version + 1, claim)));
    final int over = Math.max(0, more.size() - KEPT);
    return new ClaimList(
        version + 1,
        open.stream().filter(gone.negate()).toList(),
        more.subList(over, more.size()),
        over == 0 ? forgotten : more.get(over - 1).version());
  }
}
