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
 * A graph that follows its tables, on the node that sees their changes. Rows that are new are added
 * to it, if nothing else has changed. Tables are read again when other changes were seen, when some
 * may have been missed, and when rows could not be added. There is no version before the seconds of
 * the graph have passed since the last one began, and none before a pause as long as that one took,
 * so that nodes work on it for half of the time at most. After a failure pauses become longer, up
 * to a minute.
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
  private long seen; // changes of the watch that are in the current version
  private long counted; // those of them that its record has
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
    counted = 0;
  }

  private void attempt(FollowRecord record) {
    try {
      if (watch.isEmpty()) {
        watch = Optional.of(watches.open(record.caches()));
      }
      final TableWatch seeing = watch.get();
      final Optional<NewRows> rows = missed.isEmpty() ? seeing.newRows() : Optional.empty();
      reading = true;
      if (rows.isPresent()) {
        add(record, seeing, rows.get());
      } else {
        read(record, seeing);
      }
    } catch (GraphemberException e) {
      failed(record, ErrorInfo.of(e));
    }
  }

  private void read(FollowRecord record, TableWatch seeing) {
    final long began = clock.millis();
    final long now = seeing.changes(); // before the reading begins: what comes later is looked at
    final FollowCause cause = missed.orElse(FollowCause.ROWS_CHANGED);
    final long news = now - counted;
    readings.read(
        new TableReadings.Next(
            record,
            version -> read(record.info(), version, began, news, cause),
            failure -> ended(record, began, now, failure)),
        seeing.reading());
  }

  private FollowInfo read(
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
        FollowInfo.Added.NONE,
        cause,
        null);
  }

  private void add(FollowRecord record, TableWatch seeing, NewRows rows) {
    final long began = clock.millis();
    final long news = rows.changes() - counted;
    if (rows.rows() == 0) { // all were read
      reading = false;
      seen = rows.changes();
      seeing.added(rows);
      return;
    }
    readings.add(
        new TableReadings.Next(
            record,
            version -> record.info().added(version, news, rows.rows(), began, clock.millis()),
            failure -> {
              if (failure.isEmpty()) {
                seeing.added(rows);
              }
              added(began, rows.changes(), record.info().seconds(), failure);
            }),
        rows);
  }

  /** What could not be added is read at the next look: then it is known what is in the way. */
  private synchronized void added(long began, long now, int seconds, Optional<ErrorInfo> failure) {
    if (failure.isPresent()) {
      reading = false;
      missed = Optional.of(FollowCause.ROWS_CHANGED);
    } else {
      current(began, now, seconds);
    }
  }

  private synchronized void ended(
      FollowRecord record, long began, long now, Optional<ErrorInfo> failure) {
    if (failure.isPresent()) {
      failed(record, failure.get());
    } else {
      current(began, now, record.info().seconds());
    }
  }

  private void current(long began, long now, int seconds) {
    reading = false;
    failures = 0;
    missed = Optional.empty();
    seen = now;
    counted = now;
    final long ended = clock.millis();
    notBefore = Math.max(ended + (ended - began), began + TimeUnit.SECONDS.toMillis(seconds));
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
