// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.client.api.Publication;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What the runs of one job have left of a graph.
 *
 * @param name of graph and job
 * @param publications of all kinds, tables and learnable embeddings among them
 * @param model its model
 */
public record JobResults(
    ResultName name, List<Publication> publications, Optional<ModelPointer> model) {
  /** The newest version of all of it: what comes later has a higher one. */
  public long version() {
    return LongStream.concat(
            publications.stream().mapToLong(Publication::version),
            model.stream().mapToLong(ModelPointer::version))
        .max()
        .orElse(0);
  }

  /** When the newest of it became current, in ms since 1970, if anything says so. */
  public OptionalLong created() {
    return LongStream.concat(
            publications.stream()
                .map(Publication::created)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue),
            model.stream().mapToLong(ModelPointer::created))
        .max();
  }

  /** True if there is nothing. */
  public boolean isEmpty() {
    return publications.isEmpty() && model.isEmpty();
  }
}
