// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reserves room in the data regions of all nodes before it is written: an in-memory region that
 * overflows is a critical failure, on which Ignite ends the node. What is reserved counts as taken
 * until it is written or given back, whichever node asks, so that several who fit alone do not
 * overflow a region together.
 *
 * <p>Room is kept for losses, too: as many nodes as there are backups may go, and the others take
 * their copies.
 *
 * <p>A reservation costs one transaction and one call to each node. Safe for use by several
 * threads.
 */
public final class Room {
  private static final double MIB = 1 << 20;
  private static final long AGAIN_MILLIS = 100;

  private final Cluster cluster;
  private final Claims claims;
  private final RegionStates regions;
  private final RegionRules rules;
  private final GraphCatalog catalog;

  /** Room of a node's cluster. */
  @Inject
  public Room(
      RegionRules rules,
      RegionStates regions,
      CatalogEntries entries,
      Cluster cluster,
      NodeLog log,
      GraphCatalog catalog) {
    this.cluster = cluster;
    this.catalog = catalog;
    this.rules = rules;
    this.claims = new Claims(entries, cluster, log);
    this.regions = regions;
  }

  /**
   * Reserves room, or refuses at once.
   *
   * @param what for the message, for example {@code "What job cora-gcn publishes"}
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public RoomReservation reserve(List<Demand> demands, String what, Cancellation cancellation) {
    return reserve(demands, what, Duration.ZERO, () -> {}, cancellation);
  }

  /**
   * The same in a thread that takes the requests of clients: it does not even wait for caches to be
   * destroyed that were dropped a moment ago.
   *
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public RoomReservation reserveNow(List<Demand> demands, String what) {
    return reserve(demands, what, Duration.ZERO, () -> {}, () -> {}, Cancellation.NEVER);
  }

  /**
   * Reserves room once there is some.
   *
   * @param patience how long that may take; what does not fit then is refused
   * @param waiting told each time before it is tried again
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public RoomReservation reserve(
      List<Demand> demands,
      String what,
      Duration patience,
      Runnable waiting,
      Cancellation cancellation) {
    return reserve(demands, what, patience, waiting, catalog::sweep, cancellation);
  }

  private RoomReservation reserve(
      List<Demand> demands,
      String what,
      Duration patience,
      Runnable waiting,
      Runnable sweep,
      Cancellation cancellation) {
    final long end = System.nanoTime() + patience.toNanos();
    final Claim claim = new Claim(UUID.randomUUID(), cluster.local().id(), List.copyOf(demands));
    boolean swept = false;
    while (true) {
      cancellation.check();
      final Attempt attempt = new Attempt(claim, what, cancellation);
      final Claims.Added added = claims.add(claim, attempt.measured, attempt::fits);
      if (added == Claims.Added.YES) {
        return new RoomReservation(claims, claim);
      }
      if (added == Claims.Added.NO && !swept) {
        sweep.run(); // what was dropped a moment ago may still be there
        swept = true;
      } else if (added == Claims.Added.NO) {
        if (System.nanoTime() >= end) {
          throw attempt.refusal.orElseThrow();
        }
        waiting.run();
        pause();
      }
    }
  }

  /** A claim beside the regions as they are measured. Used by one thread. */
  private final class Attempt {
    private final Claim claim;
    private final String what;
    private final long measured = claims.version(); // before the regions are
    private final List<RegionState> states;
    private Optional<GraphemberException> refusal = Optional.empty();

    Attempt(Claim claim, String what, Cancellation cancellation) {
      this.states = regions.ask(cancellation);
      this.claim = claim;
      this.what = what;
    }

    boolean fits(List<Claim> others) {
      refusal = refusal(states, others, claim, what);
      return refusal.isEmpty();
    }
  }

  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS))
        .join();
  }

  /** Why a claim does not fit beside others; empty if it does. */
  private Optional<GraphemberException> refusal(
      List<RegionState> states, List<Claim> open, Claim claim, String what) {
    final int nodes = Math.max(1, (int) states.stream().filter(RegionState::storage).count());
    for (RegionState state : states) {
      final double taken = taken(open, state, nodes);
      final double needed = left(claim, state, nodes);
      if (needed > 0 && taken + needed > state.capacityBytes()) {
        final double reserved = open.stream().mapToDouble(other -> left(other, state, nodes)).sum();
        return Optional.of(
            new GraphemberException(
                NodeError.REGION_FULL,
                "%s takes about %.1f MiB on each of %d storage nodes, backups included, but the data region %s of node %s has %.1f of %.1f MiB left, %.1f MiB more are reserved%s; drop what nobody needs, wait for others, make the region larger or add nodes."
                    .formatted(
                        what,
                        needed / MIB,
                        nodes,
                        rules.region(),
                        state.name(),
                        Math.max(0, state.capacityBytes() - taken) / MIB,
                        state.capacityBytes() / MIB,
                        reserved / MIB,
                        kept(nodes))));
      }
    }
    return Optional.empty();
  }

  private String kept(int nodes) {
    return lost(nodes) == 0 || growth(nodes) == 1
        ? ""
        : ", and room is kept for the copies of %d nodes that may be lost".formatted(lost(nodes));
  }

  /** Bytes of a region that are not free, when as many nodes are lost as there are backups. */
  private double taken(List<Claim> open, RegionState state, int nodes) {
    // What others write into a region that we share need not move to other nodes with a loss.
    double bytes = state.usedBytes() * (rules.own() ? growth(nodes) : 1);
    for (Claim claim : open) {
      bytes += left(claim, state, nodes);
    }
    return bytes;
  }

  /** Bytes of a claim on a node that is left. */
  private double left(Claim claim, RegionState state, int nodes) {
    return claim.bytesOnANode(
        state.storage(), nodes - lost(nodes), rules.backups() + 1, state.pageBytes());
  }

  /** Nodes whose loss costs no data. */
  private int lost(int nodes) {
    return Math.min(rules.backups(), nodes - 1);
  }

  /** How much more a node has that is left: its share of the copies before and after. */
  private double growth(int nodes) {
    final int copies = rules.backups() + 1;
    final int after = nodes - lost(nodes);
    return Math.min(copies, after) / (double) after * nodes / Math.min(copies, nodes);
  }
}
