// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * States and results of the cluster's jobs; the latest {@value #KEPT} are kept.
 *
 * <p>Entries of the jobs cache, by path: {@code state/JOB}, {@code info/JOB}, what the state says
 * in short, and {@code result/JOB}, all as JSON; {@code attachment/JOB} the bytes that came with a
 * job, until it is done. Safe for use by several threads and nodes.
 */
public final class JobCatalog {
  /** Epochs that states and results of jobs tell of: the latest of them. */
  public static final int MOST_EPOCHS = 10_000;

  private static final int KEPT = 1000;
  private static final String STATE = "state/";
  private static final String INFO = "info/";
  private static final String RESULT = "result/";
  private static final String ATTACHMENT = "attachment/";

  private final Caches caches;

  /** The jobs of a node's cluster. */
  @Inject
  public JobCatalog(Caches caches) {
    this.caches = caches;
  }

  private Values<String, String> cache() {
    return caches.open(CacheNames.JOBS);
  }

  /** The last {@value #MOST_EPOCHS} epochs of a job, or all that there are. */
  public static List<EpochInfo> latest(List<EpochInfo> epochs) {
    return List.copyOf(epochs.subList(Math.max(0, epochs.size() - MOST_EPOCHS), epochs.size()));
  }

  /** Registers a job. */
  public void begin(JobState state) {
    put(state);
    final long old = state.job() - KEPT;
    if (find(old).filter(past -> past.status().ended()).isPresent()) { // others still need it
      cache().remove(STATE + old);
      cache().remove(INFO + old);
      cache().remove(RESULT + old);
      dropAttachment(old);
    }
  }

  private Values<String, byte[]> attachments() {
    return caches.open(CacheNames.JOBS);
  }

  /** Keeps the bytes that came with a job; nothing if there are none. */
  public void putAttachment(long job, byte[] attachment) {
    if (attachment.length > 0) {
      attachments().put(ATTACHMENT + job, attachment);
    }
  }

  /** The bytes that came with a job; none if there were none. */
  public byte[] attachment(long job) {
    return attachments().get(ATTACHMENT + job).orElseGet(() -> new byte[0]);
  }

  /** Forgets the bytes that came with a job. */
  public void dropAttachment(long job) {
    cache().remove(ATTACHMENT + job);
  }

  /** Overwrites a state. */
  public void put(JobState state) {
    cache().put(STATE + state.job(), Json.write(state));
    cache().put(INFO + state.job(), Json.write(JobInfo.of(state)));
  }

  /**
   * The latest jobs that have begun, by number. Costs a look at {@value #KEPT} entries of a
   * replicated cache.
   *
   * @param last number of the last job
   */
  public SortedMap<Long, JobInfo> latest(long last) {
    final long first = Math.max(1, last - KEPT + 1);
    final Map<String, String> texts =
        cache()
            .getAll(
                LongStream.rangeClosed(first, last)
                    .mapToObj(job -> INFO + job)
                    .collect(Collectors.toSet()));
    SortedMap<Long, JobInfo> jobs = new TreeMap<>();
    for (long job = first; job <= last; job++) {
      final String text = texts.get(INFO + job);
      // One of Graphember 0.1 has a state alone.
      final Optional<JobInfo> info =
          text == null ? find(job).map(JobInfo::of) : Optional.of(Json.read(text, JobInfo.class));
      if (info.isPresent()) {
        jobs.put(job, info.get());
      }
    }
    return jobs;
  }

  /** Keeps a result. */
  public void put(JobResult result) {
    cache().put(RESULT + result.job(), Json.write(result));
  }

  /** The state of a job, if it is known. */
  public Optional<JobState> find(long job) {
    return cache().get(STATE + job).map(text -> Json.read(text, JobState.class));
  }

  /**
   * The state of a job.
   *
   * @throws GraphemberException with code {@link NodeError#JOB_UNKNOWN}
   */
  public JobState state(long job) {
    return Json.read(get(STATE, job), JobState.class);
  }

  /**
   * The result of a job.
   *
   * @throws GraphemberException with code {@link NodeError#JOB_UNKNOWN} or {@link
   *     NodeError#JOB_NOT_DONE}
   */
  public JobResult result(long job) {
    JobState state = state(job);
    if (state.status() != JobState.Status.DONE) {
      throw new GraphemberException(
          NodeError.JOB_NOT_DONE, "Job %d has no result: it %s.".formatted(job, said(state)));
    }
    return Json.read(get(RESULT, job), JobResult.class);
  }

  private static String said(JobState state) {
    return switch (state.status()) {
      case QUEUED -> "waits for a place";
      case RUNNING -> "is still running";
      case CANCELLED -> "was cancelled";
      case FAILED -> "failed" + (state.error() == null ? "" : ", " + state.error().code());
      case DONE -> "is done";
    };
  }

  private String get(String prefix, long job) {
    return cache()
        .get(prefix + job)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.JOB_UNKNOWN,
                    "Job %d is not known; the latest %d jobs are.".formatted(job, KEPT)));
  }
}
