// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.entry.CatalogEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.ignite.Ignite;

/**
 * The cluster's open claims, one entry of the catalog: {@code claims}, a JSON array of {@link
 * Claim}. Whoever holds the lock of the entry decides, so no two decide at once. Claims of nodes
 * that have left do not count. Safe for use by several threads and nodes.
 */
final class Claims {
  private static final String PATH = "claims";

  private final Ignite ignite;
  private final CatalogEntries entries;

  /** The claims of a node's cluster. */
  Claims(Ignite ignite) {
    this.ignite = ignite;
    this.entries = new CatalogEntries(ignite, GraphemberCaches.CATALOG);
  }

  /**
   * Adds a claim unless there is a reason against it.
   *
   * @param objection looks at the open claims; it runs under the lock
   * @return the reason
   */
  <E> Optional<E> add(Claim claim, Function<List<Claim>, Optional<E>> objection) {
    return entries.atOnce(
        () -> {
          List<Claim> open = open();
          Optional<E> reason = objection.apply(open);
          if (reason.isEmpty()) {
            open.add(claim);
            entries.put(PATH, Json.write(open));
          }
          return reason;
        });
  }

  /** Makes a claim smaller. */
  void replace(Claim claim) {
    change(open -> open.replaceAll(other -> other.number().equals(claim.number()) ? claim : other));
  }

  /** Removes a claim; one that cannot be removed is gone when its node leaves. */
  void remove(Claim claim) {
    try {
      change(open -> open.removeIf(other -> other.number().equals(claim.number())));
    } catch (RuntimeException e) { // not instead of how the work has ended
      ignite
          .log()
          .warning("Graphember: room stays reserved until this node leaves, " + e.getMessage());
    }
  }

  private void change(Consumer<List<Claim>> change) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  List<Claim> open = open();
                  change.accept(open);
                  entries.put(PATH, Json.write(open));
                  return open;
                }));
  }

  private List<Claim> open() {
    List<Claim> open = new ArrayList<>(entries.read(PATH, Claims::parse).orElse(List.of()));
    open.removeIf(claim -> ignite.cluster().node(claim.holder()) == null);
    return open;
  }

  private static List<Claim> parse(String path, String text) {
    List<Claim> claims = Json.read(text, new TypeReference<>() {});
    return claims.stream().filter(Objects::nonNull).toList();
  }
}
