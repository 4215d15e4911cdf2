// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.JobFile;
import io.graphember.client.JobTarget;
import io.graphember.client.OpenJob;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.predict.VertexPredictions;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.service.LocalService;
import io.graphember.ignite.source.SourceFolders;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.record.JobRecords;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;

/**
 * Brings a request from its text to its job: reads and loads its graph, and submits it, all in the
 * name of who has put it; or answers one that asks for predictions. Safe for use by several
 * threads.
 */
@Singleton
final class RequestRun {
  private static final long SAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Ignite ignite;
  private final RequestRecords records;
  private final RequestReport report;
  private final LocalService service;
  private final NodeTargets targets;
  private final SourceFolders folders;
  private final JobRecords jobs;
  private final JobCatalog states;
  private volatile boolean left;

  @Inject
  RequestRun(
      Ignite ignite,
      RequestRecords records,
      RequestReport report,
      LocalService service,
      NodeTargets targets,
      SourceFolders folders,
      JobRecords jobs,
      JobCatalog states) {
    this.ignite = ignite;
    this.records = records;
    this.report = report;
    this.service = service;
    this.targets = targets;
    this.folders = folders;
    this.jobs = jobs;
    this.states = states;
  }

  /** Runs until the job is submitted, or the request is answered or has failed. */
  void run(String name, StampedRequest request, Cancellation cancellation) {
    try {
      if (!isSubmitted(name)) {
        final SettingsDocument document = SettingsDocument.parse(name, request.text());
        if (document.has(PredictionText.SECTION)) {
          predict(name, request, document.bind(PredictionText.class).predict());
          return;
        }
        submit(name, request, document, cancellation);
      }
      submitted(name);
    } catch (GraphemberException e) {
      end(name, ErrorInfo.of(e));
    } catch (RuntimeException e) {
      ignite.log().error("Graphember: request " + name + " failed", e);
      end(
          name,
          new ErrorInfo(
              SpiError.INTERNAL.name(),
              SpiError.INTERNAL.category(),
              "The request failed: %s; the node's log has more.".formatted(e)));
    } catch (OutOfMemoryError e) {
      ignite.log().error("Graphember: request " + name + " failed", e);
      end(
          name,
          new ErrorInfo(
              NodeError.NODE_OUT_OF_MEMORY.name(),
              NodeError.NODE_OUT_OF_MEMORY.category(),
              "The node's memory did not suffice for the request: give it more heap."));
    }
  }

  private void submitted(String name) {
    records.update(name, RequestRecord::submitted);
  }

  private void end(String name, ErrorInfo why) {
    if (left) {
      return; // that is why: another node takes it up
    }
    if (isSubmitted(name)) {
      submitted(name);
      return;
    }
    records.end(name, why).ifPresent(record -> report.tell(name, record));
  }

  /** Asks a job to stop, in the name of a user. */
  void cancel(Optional<UUID> subject, long job) {
    service.as(subject).call(node -> node.cancelJob(job), new TypeReference<Boolean>() {});
  }

  /** The node is about to stop: what fails from now on is for another node to take up. */
  void leave() {
    left = true;
  }

  /** True if a node that is lost had submitted the job before it could say so. */
  private boolean isSubmitted(String name) {
    return records
        .find(name)
        .flatMap(RequestRecord::number)
        .filter(job -> jobs.find(job).isPresent() || states.find(job).isPresent())
        .isPresent();
  }

  /** Answered at once: there is no job to submit, and a second answer would be the same. */
  private void predict(String name, StampedRequest request, PredictSettings asked) {
    final VertexPredictions answer =
        service
            .as(request.stamp().bySubject())
            .call(
                node -> node.predict(asked.graph(), asked.job(), Json.write(asked.request())),
                new TypeReference<>() {});
    records.find(name).ifPresent(record -> report.answered(name, record, answer));
    records.end(name, null);
  }

  private void submit(
      String name, StampedRequest request, SettingsDocument document, Cancellation cancellation) {
    final JobFile file = folders.resolved(document);
    final JobSettings settings = file.settings();
    final Optional<UUID> subject = request.stamp().bySubject();
    final Said said = new Said(name);
    said.now("open");
    try (OpenJob job =
        OpenJob.open(file, (input, done, total) -> said.soon("read"), cancellation)) {
      final JobTarget cluster = targets.as(subject);
      job.check(cluster);
      if (settings.source() != null && settings.graph().add()) {
        requireFirst(name);
      }
      job.load(cluster, settings.queue().longest(), progress -> said.soon(progress.phase()));
      cancellation.check();
      service.submit(
          subject,
          SettingsDocument.toJson(document.bind(JobSettings.class).withoutSource()),
          job.attachment(),
          () -> number(name));
    }
  }

  /**
   * What was added by a node that is lost, though it could not say so, must not be added twice.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_LOST}
   */
  private void requireFirst(String name) {
    if (records.find(name).filter(RequestRecord::adds).isPresent()) {
      throw new GraphemberException(
          NodeError.NODE_LOST,
          "The node that added request %s to its graph was lost: see whether the graph has a new version, and put the request again, without source if it has."
              .formatted(name));
    }
    records.update(name, RequestRecord::adding);
  }

  /** Draws the number of the job; who looks for the job later finds it. */
  private long number(String name) {
    final long number = jobs.next();
    records.update(name, record -> record.numbered(number));
    return number;
  }

  /** What is said of a request meanwhile. Used by one thread. */
  private final class Said {
    private final String name;
    private long last;

    Said(String name) {
      this.name = name;
    }

    void now(String phase) {
      last = System.nanoTime();
      records.find(name).ifPresent(record -> report.taking(name, record, phase));
    }

    void soon(String phase) {
      if (System.nanoTime() - last >= SAY_NANOS) {
        now(phase);
      }
    }
  }
}
