// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.client.api.Vector;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The rows of some partitions of a publication, which come into memory, and then an index of them.
 * Rows stay right wherever the partitions go. When a client changes one of them they are out of
 * use. Safe for use by several threads; filled by one.
 */
final class KeptRows implements Cancellation, AutoCloseable {
  private final int[] partitions;
  private final KeyKind kind;
  private final Optional<Similarity> similarity;
  private final MemoryBudget.Reservation memory;
  private volatile Optional<SearchedRows> rows = Optional.empty(); // until they are all there
  private volatile boolean closed;
  private volatile long changedNanos; // when a row has changed last; 0 for never
  private volatile Values.Watch watch = () -> {};
  private volatile long usedNanos = System.nanoTime();

  /**
   * No rows yet.
   *
   * @param partitions ascending
   * @param kind what keys are
   * @param similarity what an index is for; empty for none
   * @param memory takes nothing yet; given back when this is closed
   */
  KeptRows(
      int[] partitions,
      KeyKind kind,
      Optional<Similarity> similarity,
      MemoryBudget.Reservation memory) {
    this.partitions = partitions;
    this.kind = kind;
    this.similarity = similarity;
    this.memory = memory;
  }

  /** True if these are the rows of those partitions, with the index that is wanted. */
  boolean are(int[] others, Optional<Similarity> wanted) {
    return Arrays.equals(partitions, others) && similarity.equals(wanted);
  }

  /** What an index is for; empty for none. */
  Optional<Similarity> similarity() {
    return similarity;
  }

  /** The rows, if they are all there and as they were, which are used from now on. */
  Optional<SearchedRows> use() {
    usedNanos = System.nanoTime();
    return isChanged() ? Optional.empty() : rows;
  }

  /** True if all rows are there, and the index if one is wanted. */
  boolean isReady() {
    return !isChanged()
        && rows.filter(all -> similarity.isEmpty() || all.index().isPresent()).isPresent();
  }

  /** True if a row has changed since they began to come. */
  boolean isChanged() {
    return changedNanos != 0;
  }

  /** Nanoseconds since a row has changed. */
  long quietNanos() {
    return System.nanoTime() - changedNanos;
  }

  private void changed() {
    changedNanos = System.nanoTime() | 1; // never 0
  }

  /** Nanoseconds since they were used. */
  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  /** Bytes that they take, with their index. */
  long bytes() {
    return memory.bytes();
  }

  /**
   * Reads the rows. They are searched one by one from then on.
   *
   * @throws io.graphember.spi.error.GraphemberException if memory does not suffice, a partition is
   *     not here any more, or this was closed
   */
  void read(Values<Object, Vector> values) {
    watch = values.watch(this::changed); // before the first row is read
    if (closed) { // meanwhile, without this watch
      watch.close();
    }
    check();
    final Reading reading = new Reading();
    for (int partition : partitions) {
      values.eachLocal(partition, reading::add);
    }
    check();
    rows = Optional.of(reading.all());
  }

  /**
   * Builds an index of the rows, if one is wanted.
   *
   * @throws io.graphember.spi.error.GraphemberException if memory does not suffice, or this was
   *     closed
   */
  void index(RowIndexBuilder builder, Workers workers) {
    final SearchedRows all = rows.orElseThrow();
    if (similarity.isEmpty() || all.rows().size() == 0) {
      return;
    }
    final long before = memory.bytes();
    memory.grow(builder.bytes(all.rows().size(), all.rows().dim()));
    final SearchedRows indexed =
        all.with(builder.build(all.rows(), similarity.get(), workers, this));
    memory.shrinkTo(before + indexed.index().orElseThrow().bytes());
    rows = Optional.of(indexed);
  }

  /** Rows as they come. */
  private final class Reading {
    private final KeyColumn.Builder keys = new KeyColumn.Builder(kind);
    private Optional<RowBlocks.Builder> some = Optional.empty(); // until the first one came

    void add(Object key, Vector row) {
      check();
      final RowBlocks.Builder builder =
          some.orElseGet(() -> new RowBlocks.Builder(row.values().length, memory::grow));
      some = Optional.of(builder);
      builder.add(row.values());
      addKey(key);
    }

    /** Arrays of keys double when they are full: twice the bytes are counted. */
    private void addKey(Object key) {
      if (key instanceof Long number) {
        keys.add(number);
      } else if (key instanceof UUID id) {
        keys.add(id.getMostSignificantBits(), id.getLeastSignificantBits());
      } else {
        final byte[] text = ((String) key).getBytes(StandardCharsets.UTF_8);
        keys.add(text, 0, text.length);
      }
      if (keys.size() % 4096 == 0) {
        takeKeys();
      }
    }

    private long taken;

    private void takeKeys() {
      final long bytes = 2 * keys.bytes() + (kind == KeyKind.STRING ? 8L * keys.size() : 0);
      memory.grow(bytes - taken);
      taken = bytes;
    }

    SearchedRows all() {
      takeKeys();
      final RowBlocks blocks = some.orElseGet(() -> new RowBlocks.Builder(1, bytes -> {})).build();
      return new SearchedRows(blocks, keys.build(), Optional.empty());
    }
  }

  @Override
  public boolean requested() {
    return closed || isChanged();
  }

  /** Gives the memory back; who searches in the rows goes on. What fills them soon ends. */
  @Override
  public void close() {
    closed = true;
    watch.close();
    rows = Optional.empty();
    memory.close();
  }
}
