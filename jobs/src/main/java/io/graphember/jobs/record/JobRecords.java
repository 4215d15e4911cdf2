// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.record;

import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.entry.CatalogCounter;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The records of the cluster's jobs: {@code job/JOB}, a {@link JobRecord} as JSON. A job that is
 * done leaves none; that of a job which failed, was cancelled or lost all its nodes stays, for it
 * can be resumed, until it is one of the last {@value #KEPT} jobs no more. Who changes a record
 * holds its lock, so that no two nodes take a job. And when a job of a user began last, in ms since
 * 1970: {@code served/USER}, {@code served/} for callers without a name. Safe for use by several
 * threads and nodes.
 */
public final class JobRecords {
  private static final int KEPT = 1000;
  private static final String JOB = "job/";
  private static final String SERVED = "served/";

  private final CatalogEntries entries;
  private final CatalogCounter numbers;

  /** Records in a catalog. */
  @Inject
  public JobRecords(CatalogEntries entries) {
    this.entries = entries;
    this.numbers = new CatalogCounter(entries, "counter/jobs");
  }

  /** Draws the number of a job, which no other has. */
  public long next() {
    return numbers.next();
  }

  /** Number of the last job; 0 for none. */
  public long last() {
    return numbers.last();
  }

  private static String path(long job) {
    return JOB + job;
  }

  /** Registers a job; what it was registered with is there when this returns. */
  public void begin(JobRecord record) {
    put(record);
    if (record.waits().isEmpty()) {
      entries.again(
          () -> {
            serve(record);
            return record;
          });
    }
    final long old = record.job() - KEPT;
    if (find(old).filter(Predicate.not(JobRecord::running)).isPresent()) {
      remove(old);
    }
  }

  private void put(JobRecord record) {
    entries.again(
        () -> {
          entries.put(path(record.job()), Json.write(record));
          return record;
        });
  }

  private void serve(JobRecord record) {
    entries.put(SERVED + record.user().orElse(""), String.valueOf(record.begun()));
  }

  /** When a job of a user began last, in ms since 1970; 0 if none did. */
  private long served(Optional<String> user) {
    return entries.read(SERVED + user.orElse(""), (path, text) -> Long.parseLong(text)).orElse(0L);
  }

  private void remove(long job) {
    entries.again(() -> entries.remove(path(job)));
  }

  /** The record of a job; empty if it is done or too old, or never was. */
  public Optional<JobRecord> find(long job) {
    return entries.read(path(job), JobRecords::parse);
  }

  /**
   * The record of a job.
   *
   * @throws GraphemberException with code {@link NodeError#JOB_UNKNOWN}
   */
  public JobRecord get(long job) {
    return find(job)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.JOB_UNKNOWN,
                    "Job %d is not known; the latest %d jobs are.".formatted(job, KEPT)));
  }

  /** True if a job has not ended, whether its coordinator is there or not. */
  public boolean running(long job) {
    return find(job).filter(JobRecord::running).isPresent();
  }

  /** The jobs that have not ended, whether their coordinators are there or not. */
  public List<JobRecord> running() {
    return entries.below(JOB, JobRecords::parse).values().stream()
        .filter(JobRecord::running)
        .toList();
  }

  /** The jobs that wait for a place, in no order. */
  public List<JobRecord> waiting() {
    return running().stream().filter(record -> record.waits().isPresent()).toList();
  }

  /** The same, the next one first; see {@link QueueOrder}. */
  public List<JobRecord> queue() {
    return QueueOrder.of(running(), this::served);
  }

  /** Keeps what was decided for a job that a node coordinates. */
  public void decided(long job, UUID coordinator, JobRecord.Decided decision) {
    change(job, coordinatedBy(coordinator), record -> record.with(decision));
  }

  /**
   * Says that a job is to stop: who goes on with it finds that here.
   *
   * @return its record; empty if it has ended
   */
  public Optional<JobRecord> cancel(long job) {
    return change(job, JobRecord::running, JobRecord::askedToStop);
  }

  /**
   * Gives a job whose coordinator is lost to another node.
   *
   * @return its record; empty if it has ended, or another node has it by now
   */
  public Optional<JobRecord> adopt(long job, UUID lost, UUID heir) {
    return change(job, coordinatedBy(lost), record -> record.adoptedBy(heir));
  }

  /**
   * Gives a job to another node than the one that coordinates it and is still there.
   *
   * @return its record; empty if it has ended, or another node has it by now
   */
  public Optional<JobRecord> handOver(long job, UUID before, UUID heir) {
    return change(job, coordinatedBy(before), record -> record.handedTo(heir));
  }

  /**
   * Lets a job begin again that has ended.
   *
   * @return its record; empty if it runs again by now, or is forgotten
   */
  public Optional<JobRecord> resume(long job, UUID coordinator, long now) {
    return change(
        job, Predicate.not(JobRecord::running), record -> record.resumedBy(coordinator, now));
  }

  /**
   * Lets a job wait that a node coordinates.
   *
   * @return its record; empty if it has ended, or another node has it by now
   */
  public Optional<JobRecord> wait(long job, UUID coordinator, JobRecord.Waiting wait) {
    return change(job, coordinatedBy(coordinator), record -> record.waiting(wait));
  }

  /**
   * Lets a job begin that waits.
   *
   * @return its record; empty if it waits no more
   */
  public Optional<JobRecord> start(long job, UUID coordinator, long now) {
    return change(
        job, record -> record.waits().isPresent(), record -> record.startedBy(coordinator, now));
  }

  /**
   * Says that a job has ended that waits.
   *
   * @return its record; empty if it waits no more
   */
  public Optional<JobRecord> giveUp(long job) {
    return change(job, record -> record.waits().isPresent(), JobRecord::ended);
  }

  /**
   * Lets a job wait that has ended.
   *
   * @return its record; empty if it runs again by now, or is forgotten
   */
  public Optional<JobRecord> resume(long job, UUID coordinator, long now, JobRecord.Waiting wait) {
    return change(
        job,
        Predicate.not(JobRecord::running),
        record -> record.resumedBy(coordinator, now).waiting(wait));
  }

  /** Says that a job is done: nobody goes on with it. */
  public void done(long job) {
    remove(job);
  }

  /** Says that a job has ended otherwise, of which a node was the last coordinator. */
  public void ended(long job, UUID coordinator) {
    change(job, coordinatedBy(coordinator), JobRecord::ended);
  }

  private static Predicate<JobRecord> coordinatedBy(UUID node) {
    return record ->
        record.running() && record.waits().isEmpty() && record.coordinator().equals(node);
  }

  private Optional<JobRecord> change(
      long job, Predicate<JobRecord> condition, UnaryOperator<JobRecord> change) {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  Optional<JobRecord> next = find(job).filter(condition).map(change);
                  next.ifPresent(record -> entries.put(path(job), Json.write(record)));
                  return next;
                }));
  }

  private static JobRecord parse(String path, String text) {
    JobRecord record = Json.read(text, JobRecord.class);
    if (!path.equals(path(record.job()))
        || record.settings() == null
        || record.coordinator() == null) {
      throw new IllegalArgumentException("a job lacks its number, its settings or its coordinator");
    }
    return record;
  }
}
