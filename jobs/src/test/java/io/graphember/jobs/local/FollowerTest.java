// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.FollowRecords;
import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.follow.BegunWatches;
import io.graphember.jobs.follow.Follower;
import io.graphember.jobs.follow.NewRows;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.follow.TableReadings;
import io.graphember.jobs.follow.TableWatch;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When tables are read again, and by which node. */
class FollowerTest {
  private static final int SECONDS = 10;
  private static final ErrorInfo FAILURE = new ErrorInfo("BROKEN", ErrorCategory.CLUSTER, "broken");

  private final LocalCluster cluster = new LocalCluster(2, 2, new JobLimits(4, 3, 10_000, 1_000));
  private final FollowRecords records = new FollowRecords(cluster.entries());
  private final Watch watch = new Watch();
  private final List<TableReadings.Next> readings = new ArrayList<>();
  private final List<TableReadings.Next> additions = new ArrayList<>();
  private final BegunWatches begun = new BegunWatches();
  private long now = 1_000_000;
  private Optional<GraphemberException> refusal = Optional.empty(); // of watches
  private int opened;
  private final Follower follower = follower(0);

  FollowerTest() throws InterruptedException {}

  @AfterEach
  void close() {
    cluster.close();
  }

  /** The changes of tables, as a test says. */
  private static final class Watch implements TableWatch {
    long changes;
    Optional<FollowCause> missed = Optional.empty();
    Optional<NewRows> inserted = Optional.empty();
    Optional<NewRows> added = Optional.empty();
    int closed;

    @Override
    public long changes() {
      return changes;
    }

    @Override
    public Optional<FollowCause> missed() {
      return missed;
    }

    @Override
    public ReadKeys reading() {
      inserted = Optional.empty();
      return new ReadKeys(new MemoryBudget(1 << 20).take(0, "keys"));
    }

    @Override
    public Optional<NewRows> newRows() {
      return inserted;
    }

    @Override
    public void added(NewRows rows) {
      added = Optional.of(rows);
    }

    @Override
    public void close() {
      closed++;
    }

    /** Rows were inserted, and nothing else has changed. */
    void insert(long count, long news) {
      changes += count;
      inserted = Optional.of(new NewRows(changes, news, false, Tables.NONE));
    }
  }

  private Follower follower(int node) {
    final TableReadings reads =
        new TableReadings() {
          @Override
          public void read(Next next, ReadKeys keys) {
            readings.add(next);
          }

          @Override
          public void add(Next next, NewRows rows) {
            additions.add(next);
          }
        };
    return new Follower(
        cluster.node(node).part(Cluster.class),
        cluster.node(node).states(),
        cluster.node(node).part(GraphCatalog.class),
        caches -> {
          opened++;
          refusal.ifPresent(
              why -> {
                throw why;
              });
          watch.changes = 0;
          watch.missed = Optional.empty();
          return watch;
        },
        reads,
        node == 0 ? begun : new BegunWatches(),
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return Instant.ofEpochMilli(now);
          }
        });
  }

  /** The graph was loaded by a node, now. */
  private void loaded(int node) {
    records.put(
        new FollowRecord(
            TablesRequest.of("{}", "{}"),
            null,
            List.of(new FollowedCache("accounts", "_key")),
            new FollowInfo(
                "bank",
                List.of("accounts"),
                SECONDS,
                cluster.node(node).self().name(),
                1,
                now,
                0,
                1,
                0,
                FollowInfo.Added.NONE,
                FollowCause.LOADED,
                null)));
    if (node == 0) {
      begun.put("bank", watch);
    }
  }

  private void look(double seconds) {
    now += Math.round(seconds * 1e3);
    follower.look();
  }

  /** The version that was being made is there, so many seconds later. */
  private void made(long version, double seconds) {
    now += Math.round(seconds * 1e3);
    made(readings.get(readings.size() - 1), version);
  }

  private void made(TableReadings.Next last, long version) {
    final FollowInfo info = last.made().apply(version);
    records.put(last.record().with(info));
    last.ended().accept(Optional.empty());
  }

  private FollowInfo info() {
    return records.of("bank").orElseThrow().info();
  }

  @Test
  void tablesAreReadWhenRowsHaveChangedAndTheirSecondsHavePassed() {
    loaded(0);
    look(30);
    assertThat(readings).isEmpty(); // nothing has changed
    watch.changes = 5;
    look(0);
    assertThat(readings).hasSize(1);
    look(60);
    assertThat(readings).as("one at a time").hasSize(1);
    watch.changes = 7; // while they are read: nobody knows what the reading has seen of it
    made(2, 0);
    assertThat(info().changes()).isEqualTo(5);
    assertThat(info().cause()).isEqualTo(FollowCause.ROWS_CHANGED);
    assertThat(info().readings()).isEqualTo(2);
    look(1);
    assertThat(readings).as("too soon").hasSize(1);
    look(60);
    assertThat(readings).hasSize(2);
    made(3, 1);
    assertThat(info().changes()).isEqualTo(7);
    look(100);
    assertThat(readings).hasSize(2);
  }

  @Test
  void rowsThatWereInsertedAreAdded() {
    loaded(0);
    watch.insert(3, 2); // one was read
    look(SECONDS);
    assertThat(readings).isEmpty();
    assertThat(additions).hasSize(1);
    watch.changes++; // meanwhile
    made(additions.get(0), 2);
    assertThat(watch.added).isPresent();
    assertThat(info().version()).isEqualTo(2);
    assertThat(info().added().rows()).isEqualTo(2);
    assertThat(info().changes()).isEqualTo(3);
    assertThat(info().readings()).isEqualTo(1);
    watch.insert(4, 4);
    look(SECONDS - 1);
    assertThat(additions).as("too soon").hasSize(1);
    look(1);
    made(additions.get(1), 3);
    assertThat(info().added().rows()).isEqualTo(6);
    assertThat(info().added().lastRows()).isEqualTo(4);
    assertThat(info().added().takenAtMillis()).isEqualTo(now);
    assertThat(info().changes()).isEqualTo(8);
    watch.insert(1, 0); // that one was read
    look(SECONDS);
    assertThat(additions).hasSize(2);
    look(SECONDS);
    assertThat(readings).isEmpty();
    watch.inserted = Optional.empty(); // something else
    watch.changes++;
    look(0);
    made(4, 1);
    assertThat(info().added()).isEqualTo(FollowInfo.Added.NONE);
    assertThat(info().changes()).isEqualTo(10);
    assertThat(info().readings()).isEqualTo(2);
  }

  /** Only a reading says what is in the way. */
  @Test
  void rowsThatCannotBeAddedAreRead() {
    loaded(0);
    watch.insert(3, 3);
    look(SECONDS);
    additions.get(0).ended().accept(Optional.of(FAILURE));
    assertThat(watch.added).isEmpty();
    assertThat(info().error()).isNull();
    look(1);
    assertThat(additions).hasSize(1);
    assertThat(readings).hasSize(1);
    made(2, 1);
    assertThat(info().cause()).isEqualTo(FollowCause.ROWS_CHANGED);
    assertThat(info().changes()).isEqualTo(3);
    watch.insert(1, 1);
    look(SECONDS);
    assertThat(additions).hasSize(2);
  }

  @Test
  void nodesReadForHalfOfTheTimeAtMost() {
    loaded(0);
    watch.changes = 1;
    look(SECONDS);
    made(2, 40);
    assertThat(info().readMillis()).isEqualTo(40_000);
    watch.changes = 2;
    look(39);
    assertThat(readings).hasSize(1);
    look(1);
    assertThat(readings).hasSize(2);
  }

  @Test
  void whatMayHaveBeenMissedIsReadAgain() {
    loaded(0);
    look(SECONDS);
    watch.missed = Optional.of(FollowCause.NODE_LEFT);
    look(0);
    assertThat(watch.closed).isEqualTo(1);
    assertThat(opened).isEqualTo(1);
    made(2, 1);
    assertThat(info().cause()).isEqualTo(FollowCause.NODE_LEFT);
    look(60);
    assertThat(readings).hasSize(1);
  }

  /** Pauses after failures become longer, and the record says why there is nothing newer. */
  @Test
  void failuresAreSaidAndTriedAgain() {
    loaded(0);
    watch.changes = 1;
    look(SECONDS);
    readings.get(0).ended().accept(Optional.of(FAILURE));
    assertThat(info().error()).isEqualTo(FAILURE);
    assertThat(info().version()).isEqualTo(1);
    refusal = Optional.of(new GraphemberException(NodeError.NODE_BUSY, "no such cache"));
    look(0.5);
    assertThat(opened).isZero();
    look(0.5);
    assertThat(opened).isEqualTo(1);
    assertThat(info().error().message()).isEqualTo("no such cache");
    refusal = Optional.empty();
    look(1.9);
    assertThat(opened).isEqualTo(1);
    look(0.1);
    assertThat(readings).hasSize(2);
    made(2, 0);
    assertThat(info().error()).isNull();
    assertThat(info().cause()).isEqualTo(FollowCause.FAILED_BEFORE);
  }

  @Test
  void aGraphThatEndsIsSeenNoMore() {
    loaded(0);
    look(1);
    cluster.node(0).graphs().endFollow("bank");
    look(1);
    assertThat(watch.closed).isEqualTo(1);
    watch.changes = 9;
    look(60);
    assertThat(readings).isEmpty();
  }

  /** The node that has loaded the graph keeps it; if it takes no new work, another one takes it. */
  @Test
  void oneNodeFollows() {
    loaded(1);
    look(60);
    assertThat(opened).as("the other node does").isZero();
    cluster.node(0).states().drain(cluster.node(1).self().name(), "somebody");
    look(1);
    assertThat(info().node()).isEqualTo(cluster.node(0).self().name());
    assertThat(readings).as("nobody knows what has changed meanwhile").hasSize(1);
    made(2, 1);
    assertThat(info().cause()).isEqualTo(FollowCause.TAKEN_OVER);
    follower.close();
    assertThat(watch.closed).isEqualTo(1);
    look(60);
    assertThat(opened).isEqualTo(1);
  }
}
