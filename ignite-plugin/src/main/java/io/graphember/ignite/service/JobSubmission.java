// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.config.SettingsDocument;
import io.graphember.ignite.extension.NodeExtensions;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.entry.Ownership;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Action;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.function.LongSupplier;

/** Checks and submits the jobs of callers. Safe for use by several threads. */
final class JobSubmission {
  private final NodeExtensions extensions;
  private final JobRunner runner;
  private final GraphCatalog graphs;

  @Inject
  JobSubmission(NodeExtensions extensions, JobRunner runner, GraphCatalog graphs) {
    this.extensions = extensions;
    this.runner = runner;
    this.graphs = graphs;
  }

  /**
   * The settings of a job. A path that a client names is never opened here, and nobody shall think
   * that it was.
   *
   * @throws GraphemberException with all that is wrong, or with code {@link
   *     NodeError#SOURCE_UNREAD}
   */
  JobSettings settings(String job) {
    SettingsDocument document = SettingsDocument.parse("job", job);
    extensions.require(document);
    JobSettings settings = document.bind(JobSettings.class);
    if (settings.source() != null) {
      throw new GraphemberException(
          NodeError.SOURCE_UNREAD,
          "source: a node reads no source, so job %s would run on graph %s as it is in the cluster; GraphemberClient.run(JobFile.read(path), ...) loads and runs, or leave source out."
              .formatted(settings.name(), settings.graph().name()));
    }
    return settings;
  }

  /** Refuses a job that the caller may not submit, or that this node cannot run. */
  void check(CallerAccess access, JobSettings settings) {
    access.requireToAsk(Action.SUBMIT, settings.graph().name(), settings.name());
    requireReadable(access, settings);
    runner.check(settings, access.user());
  }

  /**
   * Submits a job; its number.
   *
   * @param number gives it one, once it is known that it is not refused
   */
  long submit(CallerAccess access, JobSettings settings, byte[] attachment, LongSupplier number) {
    access.require(Action.SUBMIT, settings.graph().name(), settings.name());
    requireReadable(access, settings);
    final long submitted = runner.submit(number, settings, attachment, access.user());
    own(access, settings);
    return submitted;
  }

  /** What a job leaves is whose job it is. */
  void own(CallerAccess access, JobSettings settings) {
    graphs.owners().set(Ownership.path(settings.graph().name(), settings.name()), access.user());
  }

  /** Refuses a job that would take a name, or start from models, that are not the caller's. */
  static void requireReadable(CallerAccess access, JobSettings settings) {
    final String graph = settings.graph().name();
    access.requireFree(graph, settings.name());
    for (String from : settings.job().startsFrom()) {
      access.require(Action.READ_MODEL, graph, from);
    }
  }
}
