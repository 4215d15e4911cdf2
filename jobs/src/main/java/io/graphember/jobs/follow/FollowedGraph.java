// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.FollowRecords;
import io.graphember.spi.error.GraphemberException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A graph that follows its tables, on the node that sees their changes. Tables are read again when
 * rows have changed or changes may have been missed: not before the seconds of the graph have
 * passed since the last reading began, and not before a pause as long as that reading was, so that
 * nodes read for half of the time at most. After a failure pauses become longer, up to a minute.
 *
 * <p>Safe for use by several threads.
 */
final class FollowedGraph {
  private static final long LONGEST_PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final TableWatches watches;
  private final TableReadings readings;
  private final FollowRecords records;
  private final Clock clock;
  private Optional<TableWatch> watch; // empty before the first, and after changes were missed
  private Optional<FollowCause> missed; // why the tables are read though no change was seen
  private long seen; // changes of the watch that were made before the last reading
  private long notBefore; // clock of the next reading
  private int failures; // one after the other
  private boolean reading;
  private boolean closed;

  /**
   * A graph.
   *
   * @param watch has seen all changes since its tables were read; empty if nobody has
   */
  FollowedGraph(
      TableWatches watches,
      TableReadings readings,
      FollowRecords records,
      Clock clock,
      Optional<TableWatch> watch) {
    this.watches = watches;
    this.readings = readings;
    this.records = records;
    this.clock = clock;
    this.watch = watch;
    missed = watch.isPresent() ? Optional.empty() : Optional.of(FollowCause.TAKEN_OVER);
  }

  /**
   * Begins to read the tables if it is time.
   *
   * @param record what the catalog has of the graph now
   */
  synchronized void look(FollowRecord record) {
    if (closed || reading) {
      return;
    }
    watch
        .flatMap(TableWatch::missed)
        .ifPresent(
            why -> {
              missed = Optional.of(why);
              endWatch();
            });
    final FollowInfo info = record.info();
    final long due =
        Math.max(notBefore, info.readAtMillis() + TimeUnit.SECONDS.toMillis(info.seconds()));
    final boolean wanted = missed.isPresent() || changes() > seen;
    if (wanted && clock.millis() >= due) {
      attempt(record);
    }
  }

  private long changes() {
    return watch.map(TableWatch::changes).orElse(0L);
  }

  private void endWatch() {
    watch.ifPresent(TableWatch::close);
    watch = Optional.empty();
    seen = 0;
  }

  private void attempt(FollowRecord record) {
    final long began = clock.millis();
    try {
      if (watch.isEmpty()) {
        watch = Optional.of(watches.open(record.info().caches()));
      }
      final long now = changes(); // before the reading begins: what comes later is read again
      final FollowCause cause = missed.orElse(FollowCause.ROWS_CHANGED);
      final long news = now - seen;
      reading = true;
      readings.begin(
          record,
          version -> made(record.info(), version, began, news, cause),
          failure -> ended(record, began, now, failure));
    } catch (GraphemberException e) {
      failed(record, ErrorInfo.of(e));
    }
  }

  private FollowInfo made(
      FollowInfo before, long version, long began, long news, FollowCause cause) {
    return new FollowInfo(
        before.graph(),
        before.caches(),
        before.seconds(),
        before.node(),
        version,
        began,
        clock.millis() - began,
        before.readings() + 1,
        before.changes() + news,
        cause,
        null);
  }

  private synchronized void ended(
      FollowRecord record, long began, long now, Optional<ErrorInfo> failure) {
    if (failure.isPresent()) {
      failed(record, failure.get());
    } else {
      reading = false;
      failures = 0;
      missed = Optional.empty();
      seen = now;
      final long ended = clock.millis();
      notBefore = ended + (ended - began);
    }
  }

  /** Caches may be gone, and come again: they are looked for anew. */
  private void failed(FollowRecord record, ErrorInfo why) {
    reading = false;
    endWatch();
    missed = Optional.of(missed.orElse(FollowCause.FAILED_BEFORE));
    notBefore = clock.millis() + Math.min(LONGEST_PAUSE_MILLIS, 1_000L << Math.min(failures, 6));
    failures++;
    if (!closed && !why.equals(record.info().error())) {
      records.replace(record, record.with(record.info().failed(why)));
    }
  }

  /** Sees no changes any more. */
  synchronized void close() {
    closed = true;
    endWatch();
  }
}
