// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.record;

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
 * @param coordinator node that runs it, or ran it last
 * @param begun when it was submitted, or resumed last, in ms since 1970
 * @param attempt how often a coordinator has taken it: placement epochs of a later one are higher
 * @param losses coordinators that it has lost since it was submitted or resumed
 * @param running false once it has ended
 * @param cancelled true once it was asked to stop, whether its coordinator has heard it or not
 * @param origin job whose checkpoint it began with; null for none
 * @param decided what depended on the cluster when it began, and holds from then on; null before
 */
public record JobRecord(
    long job,
    String settings,
    @Nullable String owner,
    UUID coordinator,
    long begun,
    int attempt,
    int losses,
    boolean running,
    boolean cancelled,
    @Nullable Long origin,
    @Nullable Decided decided) {
  /** Placement epochs that a coordinator may open. */
  private static final int EPOCHS = 1 << 16;

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
        job, settings, owner.orElse(null), coordinator, now, 0, 0, true, false, null, null);
  }

  /** A job that begins with the checkpoint of this one, with other settings. */
  public JobRecord successor(
      long number, String changed, Optional<String> user, UUID node, long now) {
    return new JobRecord(
        number, changed, user.orElse(null), node, now, 0, 0, true, false, job, decided);
  }

  /** User whose job it is. */
  public Optional<String> user() {
    return Optional.ofNullable(owner);
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
    return new JobRecord(
        job,
        settings,
        owner,
        coordinator,
        begun,
        attempt,
        losses,
        running,
        cancelled,
        origin,
        decision);
  }

  /** The same job, which was asked to stop. */
  JobRecord askedToStop() {
    return new JobRecord(
        job, settings, owner, coordinator, begun, attempt, losses, running, true, origin, decided);
  }

  /** The same job, which has ended. */
  JobRecord ended() {
    return new JobRecord(
        job,
        settings,
        owner,
        coordinator,
        begun,
        attempt,
        losses,
        false,
        cancelled,
        origin,
        decided);
  }

  /** The same job with another coordinator. */
  JobRecord handedTo(UUID heir) {
    return new JobRecord(
        job, settings, owner, heir, begun, attempt + 1, losses, true, cancelled, origin, decided);
  }

  /** The same job after the loss of its coordinator. */
  JobRecord adoptedBy(UUID heir) {
    return new JobRecord(
        job,
        settings,
        owner,
        heir,
        begun,
        attempt + 1,
        losses + 1,
        true,
        cancelled,
        origin,
        decided);
  }

  /** The same job, which begins again after its end. */
  JobRecord resumedBy(UUID node, long now) {
    return new JobRecord(
        job, settings, owner, node, now, attempt + 1, 0, true, false, origin, decided);
  }
}
