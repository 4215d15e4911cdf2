// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.record;

import io.graphember.client.api.Submission;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.Trainers;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as the cluster knows it: all that a node needs to go on with it, beside its last
 * checkpoint.
 *
 * @param job its number
 * @param settings the job as JSON, without its source; see {@link JobSettings}
 * @param owner user who has submitted it; null if nobody knows
 * @param coordinator node that runs it, or ran it last; of a job that waits the node that took it
 * @param begun when it began, or was resumed last, in ms since 1970
 * @param submitted when it was submitted, or resumed last, in ms since 1970; 0 of a job of
 *     Graphember 0.1
 * @param attempt how often a coordinator has taken it: placement epochs of a later one are higher
 * @param losses coordinators that it has lost since it was submitted or resumed
 * @param running false once it has ended
 * @param cancelled true once it was asked to stop, whether its coordinator has heard it or not
 * @param origin job whose checkpoint it began with; null for none
 * @param waiting since when it waits for a place; null if it does not: then it has a coordinator
 * @param decided what depended on the cluster when it began, and holds from then on; null before
 */
public record JobRecord(
    long job,
    String settings,
    @Nullable String owner,
    UUID coordinator,
    long begun,
    long submitted,
    int attempt,
    int losses,
    boolean running,
    boolean cancelled,
    @Nullable Long origin,
    @Nullable Waiting waiting,
    @Nullable Decided decided) {
  /** Placement epochs that a coordinator may open. */
  private static final int EPOCHS = 1 << 16;

  /**
   * A job that waits for a place.
   *
   * @param priority which of a user's jobs comes first: the highest
   * @param until when it waits no longer, in ms since 1970
   * @param notBefore when it may begin at the earliest, in ms since 1970: a while after no trainers
   *     were found for it
   */
  public record Waiting(int priority, long until, long notBefore) {}

  /**
   * What depends on the cluster in which a job begins.
   *
   * @param graphVersion version of the graph
   * @param trainers of a model that is trained; null of another job
   * @param backend name of the backend of a model that is trained; null of another job
   * @param modelKey key of the model that it starts from or infers with; null without one
   */
  public record Decided(
      long graphVersion,
      @Nullable Trainers trainers,
      @Nullable String backend,
      @Nullable String modelKey) {
    /**
     * The backend of a model that is trained.
     *
     * @throws NullPointerException of another job
     */
    public String trainingBackend() {
      return Objects.requireNonNull(backend, "the job trains no model");
    }

    /**
     * The trainers of a model.
     *
     * @throws NullPointerException of another job
     */
    public Trainers modelTrainers() {
      return Objects.requireNonNull(trainers, "the job trains no model");
    }

    /** Key of the model that it starts from or infers with; empty without one. */
    public Optional<String> model() {
      return Optional.ofNullable(modelKey);
    }
  }

  /** A job that a user submits. */
  public static JobRecord submitted(
      long job, String settings, Optional<String> owner, UUID coordinator, long now) {
    return new JobRecord(
        job,
        settings,
        owner.orElse(null),
        coordinator,
        now,
        now,
        0,
        0,
        true,
        false,
        null,
        null,
        null);
  }

  /** A job that begins with the checkpoint of this one, with other settings. */
  public JobRecord successor(
      long number, String changed, Optional<String> user, UUID node, long now) {
    return new JobRecord(
        number, changed, user.orElse(null), node, now, now, 0, 0, true, false, job, null, decided);
  }

  /** User whose job it is. */
  public Optional<String> user() {
    return Optional.ofNullable(owner);
  }

  /** How it was submitted. */
  public Submission submission(JobSettings parsed) {
    return Submission.by(user(), parsed.job().kind(), submitted == 0 ? begun : submitted);
  }

  /** How it waits for a place; empty if it does not. */
  public Optional<Waiting> waits() {
    return Optional.ofNullable(waiting);
  }

  /** What was decided when it began; empty before. */
  public Optional<Decided> decision() {
    return Optional.ofNullable(decided);
  }

  /** The job whose checkpoint it began with. */
  public Optional<Long> beganWith() {
    return Optional.ofNullable(origin);
  }

  /** The placement epoch before the first of this coordinator. */
  public int epochBase() {
    return attempt * EPOCHS;
  }

  /** The same job, of which more is known. */
  JobRecord with(Decided decision) {
    return with(
        coordinator, begun, submitted, attempt, losses, running, cancelled, waiting, decision);
  }

  /** The same job, which was asked to stop. */
  JobRecord askedToStop() {
    return with(coordinator, begun, submitted, attempt, losses, running, true, waiting, decided);
  }

  /** The same job, which has ended. */
  JobRecord ended() {
    return with(coordinator, begun, submitted, attempt, losses, false, cancelled, null, decided);
  }

  /** The same job with another coordinator. */
  JobRecord handedTo(UUID heir) {
    return with(heir, begun, submitted, attempt + 1, losses, true, cancelled, null, decided);
  }

  /** The same job after the loss of its coordinator. */
  JobRecord adoptedBy(UUID heir) {
    return with(heir, begun, submitted, attempt + 1, losses + 1, true, cancelled, null, decided);
  }

  /** The same job, which begins again after its end. */
  JobRecord resumedBy(UUID node, long now) {
    return with(node, now, now, attempt + 1, 0, true, false, null, decided);
  }

  /** The same job, which has waited and begins. */
  JobRecord startedBy(UUID node, long now) {
    return with(node, now, submitted, attempt + 1, losses, true, cancelled, null, decided);
  }

  /** The same job, which waits. */
  public JobRecord waiting(Waiting wait) {
    return with(coordinator, begun, submitted, attempt, losses, true, cancelled, wait, decided);
  }

  private JobRecord with(
      UUID node,
      long began,
      long asked,
      int attempts,
      int lost,
      boolean runs,
      boolean stops,
      @Nullable Waiting waits,
      @Nullable Decided decision) {
    return new JobRecord(
        job, settings, owner, node, began, asked, attempts, lost, runs, stops, origin, waits,
        decision);
  }
}
