// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.client.Pause;
import io.graphember.client.table.TableError;
import io.graphember.jobs.count.TableRows;
import io.graphember.memory.array.LongArray;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Partitions of a cache on their way to pieces: read by one thread, which is a few mebibytes ahead
 * of those that ask for them. Safe for use by several threads.
 */
final class LocalRead implements Cancellation {
  /** Bytes of pieces that wait to be asked for; the reader waits meanwhile. */
  static final int MOST_BYTES = 4 << 20;

  private static final int REPLY_BYTES = 1 << 20;
  private static final int MOST_ATTEMPTS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ReadPlan plan;
  private final TableRows rows;
  private final Consumer<Object> keys;
  private final LongArray read =
      new LongArray(0); // keys of the partition, known to the reader alone
  private final LongArray complete = new LongArray(0); // of partitions before it, not asked for yet
  private final Deque<Ready> ready = new ArrayDeque<>();
  private long bytes; // of what is ready
  private long pieces; // that were read, known to the reader alone
  private List<String> labels = List.of(); // all that have come
  private int told; // how many of them were in replies
  private int reached; // place of the partition that is read
  private Optional<GraphemberException> failure = Optional.empty();
  private boolean stopped;

  /**
   * A reading that has not begun.
   *
   * @param rows counts what is read
   */
  LocalRead(ReadPlan plan, TableRows rows) {
    this.plan = plan;
    this.rows = rows;
    keys = plan.keyed() ? key -> read.add(KeyHash.of(key)) : key -> {};
  }

  /** A piece, and the place of its partition. */
  private record Ready(int index, byte[] piece) {}

  /** Reads everything; what goes wrong is told to who asks. */
  void run(PartitionTables.Scans scans) {
    try {
      final PartitionTables tables = new PartitionTables(plan.columns(), scans, keys);
      try (ImportedGraph graph =
          ImportedGraph.open(plan.settings(), ImportContext.of(plan.header(), tables, this))) {
        read(graph, tables);
      }
    } catch (GraphemberException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(
          new GraphemberException(
              SpiError.INTERNAL, "Reading a part of a cache failed: %s.".formatted(e), e));
    }
  }

  private void read(ImportedGraph graph, PartitionTables tables) {
    final SourceSplit split = plan.split(graph);
    final ReadMeter meter = ReadMeter.silent(this);
    final int[] partitions = plan.partitions();
    for (int i = 0; i < partitions.length; i++) {
      tables.at(partitions[i]);
      read(i, graph, split, meter);
      reached(i + 1);
    }
  }

  /** A partition that moves to another node as it is asked for is asked for there. */
  private void read(int index, ImportedGraph graph, SourceSplit split, ReadMeter meter) {
    final Pause pause = new Pause(this, LONGEST_PAUSE_MILLIS);
    final long before = pieces;
    for (int attempt = 1; true; attempt++) {
      read.size = 0;
      try {
        graph.read(split, PieceSink.of(piece -> add(index, piece, graph)), meter);
        return;
      } catch (GraphemberException e) {
        if (!e.is(TableError.QUERY_FAILED) || pieces > before || attempt == MOST_ATTEMPTS) {
          throw e;
        }
        pause.next();
      }
    }
  }

  private void add(int index, Piece piece, ImportedGraph graph) {
    pieces++;
    rows.add(piece.rows());
    final byte[] encoded = piece.encode();
    final List<String> names =
        plan.kind() == SourceSplit.Kind.VERTICES ? graph.labelNames(plan.type()) : List.of();
    synchronized (this) {
      while (bytes >= MOST_BYTES && !stopped) {
        pause(WAIT_NANOS);
      }
      check();
      ready.add(new Ready(index, encoded));
      bytes += encoded.length;
      labels = names;
      notifyAll();
    }
  }

  private synchronized void reached(int index) {
    reached = index;
    complete.addAll(read.values, 0, read.size);
    notifyAll();
  }

  private synchronized void fail(GraphemberException why) {
    failure = Optional.of(why);
    notifyAll();
  }

  /**
   * What is ready: a mebibyte, or less after half a second or at the end.
   *
   * @throws GraphemberException why there is no more, once all before was asked for
   */
  synchronized ReadReply next() {
    final long until = System.nanoTime() + WAIT_NANOS;
    long left = WAIT_NANOS;
    while (bytes < REPLY_BYTES && !ended() && left > 0) {
      pause(left);
      left = until - System.nanoTime();
    }
    if (ready.isEmpty() && failure.isPresent()) {
      throw failure.get();
    }
    final List<Ready> taken = new ArrayList<>();
    int size = 0;
    while (!ready.isEmpty() && (taken.isEmpty() || size < REPLY_BYTES)) {
      final Ready next = ready.remove();
      taken.add(next);
      size += next.piece.length;
    }
    bytes -= size;
    final List<String> news = List.copyOf(labels.subList(told, labels.size()));
    told = labels.size();
    final long[] keysRead = complete.toArray();
    complete.size = 0;
    notifyAll();
    return new ReadReply(
        taken.stream().mapToInt(Ready::index).toArray(),
        taken.stream().map(Ready::piece).toArray(byte[][]::new),
        news,
        ready.isEmpty() ? reached : ready.element().index,
        keysRead);
  }

  private boolean ended() {
    return stopped || failure.isPresent() || reached == plan.partitions().length;
  }

  private void pause(long nanos) {
    try {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GraphemberException(SpiError.CANCELLED, "The load was stopped.", e);
    }
  }

  /** Nobody asks any more. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  @Override
  public synchronized boolean requested() {
    return stopped;
  }
}
