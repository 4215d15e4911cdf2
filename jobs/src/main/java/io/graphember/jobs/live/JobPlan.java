// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.util.Optional;
import java.util.UUID;

/**
 * What every node that takes part in a job is told: the placement of one epoch and the job itself.
 * Immutable; travels between nodes.
 */
public final class JobPlan {
  private final long job;
  private final int epoch;
  private final UUID coordinator;
  private final UUID[] owners;
  private final UUID[] trainers;
  private final UUID[] predictors;
  private final String graph;
  private final String settings;
  private final String backend;
  private final String owner;

  /**
   * A plan.
   *
   * @param job number of the job
   * @param epoch placement epoch: requests of another one are answered NOT_OWNER
   * @param coordinator node that runs the job
   * @param owners node that owns each partition in this epoch
   * @param trainers node of each trainer, by rank
   * @param predictors node that computes the results of each partition
   * @param graph the graph
   * @param settings the job
   * @param backend name of the backend; empty if the job needs none
   * @param owner user who has submitted it, whose memory it takes; empty if nobody knows
   */
  public JobPlan(
      long job,
      int epoch,
      UUID coordinator,
      UUID[] owners,
      UUID[] trainers,
      UUID[] predictors,
      GraphInfo graph,
      JobSettings settings,
      String backend,
      Optional<String> owner) {
    this.job = job;
    this.epoch = epoch;
    this.coordinator = coordinator;
    this.owners = owners;
    this.trainers = trainers;
    this.predictors = predictors;
    // Records do not cross Ignite's marshaller: text does.
    this.graph = Json.write(graph);
    this.settings = SettingsDocument.toJson(settings);
    this.backend = backend;
    this.owner = owner.orElse("");
  }

  /** Number of the job. */
  public long job() {
    return job;
  }

  /** Placement epoch. */
  public int epoch() {
    return epoch;
  }

  /** Node that runs the job. */
  public UUID coordinator() {
    return coordinator;
  }

  /** Node that owns each partition. */
  public UUID[] owners() {
    return owners;
  }

  /** Node of each trainer. */
  public UUID[] trainers() {
    return trainers;
  }

  /** Node that computes the results of each partition. */
  public UUID[] predictors() {
    return predictors;
  }

  /** The graph. */
  public GraphInfo graph() {
    return Json.read(graph, GraphInfo.class);
  }

  /** The job. */
  public JobSettings settings() {
    return SettingsDocument.parse("job " + job, settings).bind(JobSettings.class);
  }

  /** Name of the backend; empty if the job needs none. */
  public String backend() {
    return backend;
  }

  /** User who has submitted the job; empty if nobody knows. */
  public Optional<String> owner() {
    return Optional.of(owner).filter(name -> !name.isEmpty());
  }
}
