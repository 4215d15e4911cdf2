// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.tensor.table.TableChange;
import jakarta.inject.Inject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes all rows of a table on the owner of partitions: nothing but this call crosses the
 * network.
 *
 * <p>Fields that travel, by Ignite's marshaller: number and placement epoch of the job, number of
 * the trainer and of its change, name of the table, that of the table that is added (null to
 * multiply), the scalar and the step.
 */
final class TableChangeCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int trainer;
  private final long sequence;
  private final String table;
  private final @Nullable String source;
  private final float scalar;
  private final long step;

  TableChangeCall(LiveJob asking, int trainer, long sequence, TableChange change) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.trainer = trainer;
    this.sequence = sequence;
    this.table = change.table();
    this.source = change.source().orElse(null);
    this.scalar = change.scalar();
    this.step = change.step();
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.TABLES;
  }

  @Override
  public Boolean run() {
    LiveJob live = jobs.get(job, epoch);
    live.tables()
        .host()
        .change(
            trainer, sequence, new TableChange(table, Optional.ofNullable(source), scalar, step));
    return true;
  }
}
