// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.entry;

import io.graphember.jobs.entry.CatalogEntries;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.apache.ignite.transactions.TransactionRollbackException;
import org.apache.ignite.transactions.TransactionState;
import org.apache.ignite.transactions.TransactionTimeoutException;
import org.jspecify.annotations.Nullable;

/** The catalog in a transactional cache. */
public final class IgniteEntries implements CatalogEntries {
  private static final long LOCK_MILLIS = 30_000;
  private static final int ATTEMPTS = 5;
  private static final long TOPOLOGY_SECONDS = 10;

  private final Ignite ignite;
  private final String cache;

  /**
   * Entries of a cache.
   *
   * @param cache its name
   */
  public IgniteEntries(Ignite ignite, String cache) {
    this.ignite = ignite;
    this.cache = cache;
  }

  /** Values as they are stored: those of classes that this node does not have must not fail. */
  private IgniteCache<String, Object> cache() {
    return ignite.<String, Object>cache(cache).withKeepBinary();
  }

  @Override
  public Optional<String> text(String path) {
    return text(path, cache().get(path));
  }

  private Optional<String> text(String path, @Nullable Object value) {
    if (value == null || value instanceof String) {
      return Optional.ofNullable((String) value);
    }
    unreadable(path, "it is no text");
    return Optional.empty();
  }

  @Override
  public void unreadable(String path, String reason) {
    ignite
        .log()
        .warning(
            "Graphember: entry %s of cache %s is left out, it cannot be read: %s"
                .formatted(path, cache, reason));
  }

  @Override
  public boolean has(String path) {
    return cache().containsKey(path);
  }

  @Override
  public void put(String path, String text) {
    cache().put(path, text);
  }

  @Override
  public Optional<String> replace(String path, String text) {
    return text(path, cache().getAndPut(path, text));
  }

  @Override
  public Optional<String> remove(String path) {
    return text(path, cache().getAndRemove(path));
  }

  @Override
  public SortedMap<String, String> below(String prefix) {
    ScanQuery<Object, Object> query = new ScanQuery<>(new PathPrefix(prefix));
    SortedMap<String, String> texts = new TreeMap<>();
    for (Cache.Entry<Object, Object> entry :
        ignite.cache(cache).withKeepBinary().query(query).getAll()) {
      String path = (String) entry.getKey();
      text(path, entry.getValue()).ifPresent(text -> texts.put(path, text));
    }
    return texts;
  }

  @Override
  public <T> T again(Supplier<T> step) {
    for (int attempt = 1; ; attempt++) {
      try {
        return step.get();
      } catch (CacheException | IgniteException e) {
        if (attempt == ATTEMPTS || isRolledBack(e)) { // such a step was taken again already
          throw e;
        }
        awaitTopology(e);
      }
    }
  }

  /** Waits until Ignite knows who has the partitions of a node that has left, if that is why. */
  private static void awaitTopology(Throwable failure) {
    causes(failure)
        .filter(ClusterTopologyException.class::isInstance)
        .map(lost -> ((ClusterTopologyException) lost).retryReadyFuture())
        .filter(Objects::nonNull)
        .forEach(IgniteEntries::await);
  }

  private static void await(IgniteFuture<?> topology) {
    try {
      topology.get(TOPOLOGY_SECONDS, TimeUnit.SECONDS);
    } catch (IgniteException e) { // NOPMD: the next attempt tells what is wrong
    }
  }

  @Override
  public <T> T atOnce(Supplier<T> step) {
    for (int attempt = 1; ; attempt++) {
      final Attempt<T> tried = new Attempt<>(step);
      try (Transaction transaction = transaction()) {
        return tried.run(transaction);
      } catch (CacheException | IgniteException e) {
        if (attempt == ATTEMPTS || !tried.changedNothing(e)) {
          throw e;
        }
        awaitTopology(e);
      }
    }
  }

  /** A step in one transaction. */
  private static final class Attempt<T> {
    private final Supplier<T> step;
    private Optional<Transaction> committing = Optional.empty();

    Attempt(Supplier<T> step) {
      this.step = step;
    }

    T run(Transaction transaction) {
      final T result = step.get();
      committing = Optional.of(transaction);
      transaction.commit();
      return result;
    }

    /**
     * True if the step is to be taken again. Before it is committed a lost node takes nothing but
     * locks; one that is lost meanwhile leaves it to this node to roll back, if it has not
     * prepared.
     */
    boolean changedNothing(Throwable failure) {
      return IgniteEntries.isRolledBack(failure)
          || comesOfALoss(failure)
              && committing
                  .map(transaction -> transaction.state() == TransactionState.ROLLED_BACK)
                  .orElse(true);
    }
  }

  private static boolean isRolledBack(Throwable failure) {
    return causes(failure)
        .anyMatch(
            cause ->
                cause instanceof TransactionRollbackException
                    || cause instanceof TransactionTimeoutException);
  }

  private static boolean comesOfALoss(Throwable failure) {
    return causes(failure).anyMatch(ClusterTopologyException.class::isInstance);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
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
