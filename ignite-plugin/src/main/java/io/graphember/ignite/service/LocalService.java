// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.ServiceAccess;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.ignite.Ignite;

/**
 * The service of this node for somebody who is not connected to it: his rights are asked for as if
 * he were. Safe for use by several threads.
 */
public final class LocalService {
  private final Ignite ignite;
  private final Permissions permissions;
  private final GraphCatalog graphs;
  private final JobSubmission submission;

  @Inject
  LocalService(
      Ignite ignite, Permissions permissions, GraphCatalog graphs, JobSubmission submission) {
    this.ignite = ignite;
    this.permissions = permissions;
    this.graphs = graphs;
    this.submission = submission;
  }

  /**
   * The service in somebody's name.
   *
   * @param subject as {@link Permissions#subject} had it
   */
  public ServiceAccess as(Optional<UUID> subject) {
    return new ServiceAccess() {
      @Override
      public <T> T call(Function<GraphemberService, String> request, TypeReference<T> type) {
        final GraphemberService service =
            ignite
                .services()
                .serviceProxy(GraphemberService.NAME, GraphemberService.class, false); // its own
        return Json.value(permissions.as(subject, () -> request.apply(service)), type);
      }

      @Override
      public <T> Taken<T> take(Function<GraphemberService, String> request, TypeReference<T> type) {
        return new Taken<>(this, call(request, type));
      }
    };
  }

  /**
   * Submits a job in somebody's name.
   *
   * @param job a job file, JSON or YAML, without {@code source}
   * @param attachment pairs or slices; empty for none
   * @param number gives the number of the job, once it is known that it is not refused
   * @throws GraphemberException why it is refused
   */
  public void submit(Optional<UUID> subject, String job, byte[] attachment, LongSupplier number) {
    permissions.as(
        subject,
        () -> {
          final CallerAccess access = CallerAccess.current(permissions, graphs.owners());
          return permissions.asNode(
              () -> submission.submit(access, submission.settings(job), attachment, number));
        });
  }
}
