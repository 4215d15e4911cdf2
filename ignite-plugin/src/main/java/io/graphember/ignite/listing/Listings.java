// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.listing;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.Publication;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.ignite.service.NodeListing;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.result.JobResults;
import io.graphember.jobs.submit.JobStates;
import jakarta.inject.Inject;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the tables have to say. Safe for use by several threads. */
final class Listings {
  private final GraphCatalog graphs;
  private final JobStates jobs;
  private final NodeListing nodes;

  @Inject
  Listings(GraphCatalog graphs, JobStates jobs, NodeListing nodes) {
    this.graphs = graphs;
    this.jobs = jobs;
    this.nodes = nodes;
  }

  /**
   * A row.
   *
   * @param values in the order of the columns
   */
  record Row(ListingTable table, List<Optional<Object>> values) {
    private static Row of(ListingTable table, @Nullable Object... values) {
      return new Row(
          table, Arrays.stream(values).map(value -> Optional.<Object>ofNullable(value)).toList());
    }

    /** What tells it from the other rows: the table and so many of its first values. */
    private String key(int values) {
      return Stream.concat(
              Stream.of(table.name()),
              this.values.stream().limit(values).map(value -> value.orElse("").toString()))
          .collect(Collectors.joining("/"));
    }
  }

  /** All rows of all tables by their keys. Asks all nodes what runs on them. */
  Map<String, Row> rows() {
    final Map<String, Row> rows = new TreeMap<>();
    graphs.graphs().stream().map(this::graph).forEach(row -> rows.put(row.key(2), row));
    jobs.all().stream().map(Listings::job).forEach(row -> rows.put(row.key(1), row));
    nodes.all().stream().map(Listings::node).forEach(row -> rows.put(row.key(1), row));
    for (JobResults results : graphs.results().all()) {
      model(results).ifPresent(row -> rows.put(row.key(2), row));
      results.publications().stream()
          .map(publication -> result(results, publication))
          .forEach(row -> rows.put(row.key(4), row));
    }
    return rows;
  }

  private static @Nullable Timestamp time(@Nullable Long millis) {
    return millis == null ? null : new Timestamp(millis);
  }

  private Row graph(GraphInfo graph) {
    return Row.of(
        ListingTable.GRAPHS,
        graph.name(),
        graph.version(),
        graphs.owners().of(graph.name()).orElse(null),
        graph.vertices(),
        graph.edges(),
        graph.partitions(),
        graph.partitioner(),
        graph.replicationFactor(),
        graph.cache());
  }

  private static Row job(JobInfo job) {
    return Row.of(
        ListingTable.JOBS,
        job.job(),
        job.name(),
        job.graph(),
        job.submission() == null ? null : job.submission().kind(),
        job.submission() == null ? null : job.submission().user(),
        job.status().name(),
        job.phase(),
        job.epoch(),
        job.totalEpochs(),
        job.loss(),
        job.validation(),
        job.place(),
        job.error(),
        job.submission() == null ? null : time(job.submission().submitted()),
        time(job.ended()));
  }

  private static Row node(NodeInfo node) {
    final NodeInfo.Load load = node.load();
    return Row.of(
        ListingTable.NODES,
        node.node(),
        node.storage(),
        node.trainer(),
        node.processors(),
        node.unavailable().isEmpty() ? null : node.unavailable(),
        load == null ? null : load.version(),
        load == null ? null : load.jobs(),
        load == null ? null : load.trainers(),
        load == null ? null : load.loads(),
        load == null ? null : load.budgetBytes(),
        load == null ? null : load.usedBytes());
  }

  private @Nullable String owner(JobResults results) {
    return graphs.owners().of(results.name().graph(), results.name().job()).orElse(null);
  }

  private Optional<Row> model(JobResults results) {
    return results
        .model()
        .map(
            model ->
                Row.of(
                    ListingTable.MODELS,
                    results.name().graph(),
                    results.name().job(),
                    owner(results),
                    model.graphVersion(),
                    model.bytes(),
                    time(model.created())));
  }

  private Row result(JobResults results, Publication publication) {
    return Row.of(
        ListingTable.RESULTS,
        results.name().graph(),
        results.name().job(),
        owner(results),
        publication.name(),
        publication.cache(),
        publication.graphVersion(),
        publication.entries(),
        time(publication.created()));
  }
}
