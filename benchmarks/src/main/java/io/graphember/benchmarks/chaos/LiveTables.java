// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.spi.CounterRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.CacheWriteSynchronizationMode;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;

/**
 * Accounts and transfers in two caches with a backup, and what was acknowledged of them. Used by
 * one thread at a time.
 */
final class LiveTables {
  static final String SOURCE =
      """
      type: ignite
      vertices: {cache: accounts, key: _key, label: kind, features: [balance, age]}
      edges: {cache: transfers, source: payer, destination: payee}
      """;

  private static final int ACCOUNTS = 2_000;
  private static final int TRANSFERS = 10_000;
  private static final int KINDS = 10; // of 10 changes
  private static final int BATCH = 500;

  /** A node that fails is given up after as long, by Ignite's defaults; then partitions move. */
  private static final Duration MOST = Duration.ofSeconds(90);

  private final IgniteClient ignite;
  private final ClientCache<Long, BinaryObject> accounts;
  private final ClientCache<Long, BinaryObject> transfers;
  private final Set<Long> open = new HashSet<>(); // accounts
  private final Map<Long, long[]> paid = new HashMap<>(); // payer and payee, by transfer
  private long changes;
  private long nextAccount;
  private long nextTransfer;

  /** Makes and fills the caches. */
  LiveTables(IgniteClient ignite) throws Violation {
    this.ignite = ignite;
    accounts = cache("accounts");
    transfers = cache("transfers");
    fill();
  }

  private ClientCache<Long, BinaryObject> cache(String name) {
    return ignite
        .<Long, BinaryObject>getOrCreateCache(
            new ClientCacheConfiguration()
                .setName(name)
                .setBackups(1)
                // Else a row is acknowledged that the primary copy alone has, and goes with it.
                .setWriteSynchronizationMode(CacheWriteSynchronizationMode.FULL_SYNC))
        .withKeepBinary();
  }

  private void fill() throws Violation {
    while (nextAccount < ACCOUNTS) {
      final Map<Long, BinaryObject> batch = new HashMap<>();
      for (int i = 0; i < BATCH; i++) {
        open.add(nextAccount);
        batch.put(nextAccount, account(nextAccount++));
      }
      change(() -> accounts.putAll(batch));
    }
    while (nextTransfer < TRANSFERS) {
      final Map<Long, BinaryObject> batch = new HashMap<>();
      for (int i = 0; i < BATCH; i++) {
        batch.put(nextTransfer, transfer(nextTransfer++));
      }
      change(() -> transfers.putAll(batch));
    }
  }

  private long draw(long bound) {
    return Math.floorMod(CounterRandom.mix(changes++), bound);
  }

  private BinaryObject account(long key) {
    final boolean bad = key % 4 == 0;
    return ignite
        .binary()
        .builder("Account")
        .setField("kind", bad ? "bad" : "good")
        .setField("balance", draw(100) / 100.0 + (bad ? 0.5 : 0))
        .setField("age", draw(40) / 10.0)
        .build();
  }

  private BinaryObject transfer(long key) {
    return transfer(key, draw(nextAccount), draw(nextAccount));
  }

  private BinaryObject transfer(long key, long payer, long payee) {
    paid.put(key, new long[] {payer, payee});
    return ignite
        .binary()
        .builder("Transfer")
        .setField("payer", payer)
        .setField("payee", payee)
        .build();
  }

  /** One change of one row, acknowledged when it returns. */
  void change() throws Violation {
    final int kind = (int) draw(KINDS);
    if (kind < 5) {
      final long key = nextTransfer++;
      final BinaryObject row = transfer(key);
      change(() -> transfers.put(key, row));
    } else if (kind < 7) {
      final long key = draw(nextTransfer);
      paid.remove(key);
      change(() -> transfers.remove(key));
    } else if (kind < 8) {
      final long key = draw(nextAccount); // it may be one that was closed
      final BinaryObject row = account(key);
      open.add(key);
      change(() -> accounts.put(key, row));
    } else if (kind < 9) {
      final long key = nextAccount++;
      final BinaryObject row = account(key);
      open.add(key);
      change(() -> accounts.put(key, row));
    } else {
      final long key = draw(nextAccount);
      open.remove(key);
      change(() -> accounts.remove(key));
    }
  }

  /** A row that is new, or of an account that is there, which needs no reading of the tables. */
  void add() throws Violation {
    final int kind = (int) draw(KINDS);
    if (kind < 7) {
      final long key = nextTransfer++;
      final BinaryObject row = transfer(key, drawOpen(), drawOpen());
      change(() -> transfers.put(key, row));
    } else {
      final long key = kind < 9 ? drawOpen() : nextAccount++;
      final BinaryObject row = account(key);
      open.add(key);
      change(() -> accounts.put(key, row));
    }
  }

  private long drawOpen() {
    long key = draw(nextAccount);
    while (!open.contains(key)) {
      key = draw(nextAccount);
    }
    return key;
  }

  /** Removes a row, so that all are read. */
  void remove() throws Violation {
    long key = draw(nextTransfer);
    while (!paid.containsKey(key)) {
      key = draw(nextTransfer);
    }
    final long one = key;
    paid.remove(one);
    change(() -> transfers.remove(one));
  }

  /** The same change again does no harm: it is made until it is acknowledged. */
  private static void change(Runnable step) throws Violation {
    final Bound bound = Bound.in(MOST);
    while (true) {
      try {
        step.run();
        return;
      } catch (ClientException e) {
        if (bound.over()) {
          throw new Violation("no change: " + e.getMessage(), e);
        }
      }
      Bound.pause();
    }
  }

  /** How many vertices the graph must have. */
  long vertices() {
    return open.size();
  }

  /** How many edges: those whose ends are there. */
  long edges() {
    return paid.values().stream()
        .filter(ends -> open.contains(ends[0]) && open.contains(ends[1]))
        .count();
  }
}
