// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.ignite.catalog.GraphemberCaches;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;

/**
 * The cluster's open claims, one entry of the catalog: {@code claims}, a JSON array of {@link
 * Claim}. Whoever holds the lock of the entry decides, so no two decide at once. Claims of nodes
 * that have left do not count. Safe for use by several threads and nodes.
 */
final class Claims {
  private static final String ENTRY = "claims";
  private static final long LOCK_MILLIS = 60_000;
  private static final int ATTEMPTS = 5;

  private final Ignite ignite;

  /** The claims of a node's cluster. */
  Claims(Ignite ignite) {
    this.ignite = ignite;
  }

  private IgniteCache<String, String> cache() {
    return ignite.cache(GraphemberCaches.CATALOG);
  }

  /**
   * Adds a claim unless there is a reason against it.
   *
   * @param objection looks at the open claims; it runs under the lock
   * @return the reason
   */
  <E> Optional<E> add(Claim claim, Function<List<Claim>, Optional<E>> objection) {
    try (Transaction transaction = transaction()) {
      List<Claim> open = open();
      Optional<E> reason = objection.apply(open);
      if (reason.isEmpty()) {
        open.add(claim);
        cache().put(ENTRY, Json.write(open));
        transaction.commit();
      }
      return reason;
    }
  }

  /** Makes a claim smaller. */
  void replace(Claim claim) {
    change(
        open -> {
          open.replaceAll(other -> other.number().equals(claim.number()) ? claim : other);
          return open;
        });
  }

  /** Removes a claim; one that cannot be removed is gone when its node leaves. */
  void remove(Claim claim) {
    try {
      change(
          open -> {
            open.removeIf(other -> other.number().equals(claim.number()));
            return open;
          });
    } catch (RuntimeException e) { // not instead of how the work has ended
      ignite
          .log()
          .warning("Graphember: room stays reserved until this node leaves, " + e.getMessage());
    }
  }

  /** A node that leaves may take a transaction with it; each change may be made twice. */
  private void change(UnaryOperator<List<Claim>> change) {
    for (int attempt = 1; ; attempt++) {
      try (Transaction transaction = transaction()) {
        cache().put(ENTRY, Json.write(change.apply(open())));
        transaction.commit();
        return;
      } catch (CacheException | IgniteException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private List<Claim> open() {
    String text = cache().get(ENTRY);
    List<Claim> open = new ArrayList<>(text == null ? List.of() : read(text));
    open.removeIf(claim -> ignite.cluster().node(claim.holder()) == null);
    return open;
  }

  /** What somebody else has written there is written over. */
  private List<Claim> read(String text) {
    try {
      List<Claim> claims = Json.read(text, new TypeReference<List<Claim>>() {});
      return claims.stream().filter(Objects::nonNull).toList();
    } catch (IllegalArgumentException e) {
      ignite.log().warning("Graphember: what room is reserved cannot be read, %s".formatted(e));
      return List.of();
    }
  }

  private Transaction transaction() {
    return ignite
        .transactions()
        .txStart(
            TransactionConcurrency.PESSIMISTIC,
            TransactionIsolation.REPEATABLE_READ,
            LOCK_MILLIS,
            0);
  }
}
